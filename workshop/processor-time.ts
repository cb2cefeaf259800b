import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Often enough, because pages live for seconds. */
const SAMPLE_MS = 250
const TICKS_PER_SECOND = 100

type Process = { parent: number; start: string; ticks: number }

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), start: fields[19] ?? '', ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    // It has ended.
    return undefined
  }
}

/** Chromium's processes for pages and drawing. Their parents don't wait for them, so don't include their time. */
function isOfPages(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=')
  } catch {
    return false
  }
}

/**
 * On Linux, watches the processes that `root` starts.
 * @returns a function that stops watching and returns the seconds of processor time spent drawing and running pages
 */
export function watchPages(root: number): () => number {
  if (!existsSync('/proc/self/stat')) return () => 0
  const ticks = new Map<string, number>()
  const sample = () => {
    const all = new Map<number, Process>()
    for (const name of readdirSync('/proc')) {
      const found = /^\d+$/.test(name) ? readProcess(Number(name)) : undefined
      if (found) all.set(Number(name), found)
    }
    const isBelow = (pid: number): boolean => {
      const parent = all.get(pid)?.parent ?? 0
      return parent === root || (parent > 1 && isBelow(parent))
    }
    for (const [pid, { start, ticks: used }] of all) {
      const key = `${pid} ${start}`
      if (ticks.has(key) || (isBelow(pid) && isOfPages(pid))) ticks.set(key, used)
    }
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    return [...ticks.values()].reduce((sum, used) => sum + used, 0) / TICKS_PER_SECOND
  }
}
