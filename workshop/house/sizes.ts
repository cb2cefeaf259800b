import { globSync, readFileSync } from 'node:fs'
import type { Module } from './modules.ts'

const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0

/** How many files there are, and how long they are. */
export function sizesOf(modules: readonly Module[]) {
  const lines = modules.map((module) => module.lines).sort((one, other) => one - other)
  return {
    files: lines.length,
    lines: lines.reduce((sum, each) => sum + each, 0),
    median: quantile(lines, 0.5),
    p95: quantile(lines, 0.95),
    longest: lines.at(-1) ?? 0,
  }
}

/** A page that a command writes, at least its tables, or that is one table. */
const isTable = (text: string) =>
  /[Ww]ritten by (`npm run|the commands)|^# (Specification matrix|What the test measures)/.test(text)

/** Words of the pages of a folder that people wrote. */
export function wordsOf(folder: string): number {
  const texts = globSync(`${folder}/*.md`).map((file) => readFileSync(file, 'utf8'))
  return texts.filter((text) => !isTable(text)).reduce((sum, text) => sum + text.split(/\s+/).filter(Boolean).length, 0)
}
