import { LEVELS, type Level } from './constants.ts'

export function isLevel(value: unknown): value is Level {
  return LEVELS.some((level) => level === value)
}

/** The level `steps` above (or below, when negative), clamped between A1 and C2 (Specification §4). */
export function moveLevel(level: Level, steps: number): Level {
  const index = Math.min(Math.max(LEVELS.indexOf(level) + steps, 0), LEVELS.length - 1)
  return LEVELS[index] as Level
}
