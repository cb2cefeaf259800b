import type { Calibrated } from '#quiz/analysis/calibrate.ts'
import { CYCLES, calibrateItems } from '#quiz/analysis/calibrate.ts'
import { nominalParameters } from '#quiz/estimate.ts'
import { isLevel } from '#quiz/levels.ts'
import { responseOf } from '#quiz/score.ts'
import type { CalibrationFile } from '#server/banks/calibration.ts'
import type { Database } from '#server/db/schema.ts'
import { countFirstAttempts, type FirstAttempt, firstAttempts } from '#server/db/tables/first-attempts.ts'

type CalibratedItem = CalibrationFile['items'][number]

/** The level is part of the name, because the nominal parameters follow from it. */
const nameOf = ({ language }: FirstAttempt, { id, version, level }: FirstAttempt['answers'][number]) =>
  [language, id, version, level].join(' ')

function nominalOf(name: string) {
  const level = name.split(' ')[3]
  if (!isLevel(level)) throw new Error(`"${name}" has no level.`)
  return nominalParameters(level)
}

const rounded = (value: number) => Number(value.toFixed(4))

function toItem(name: string, found: Calibrated): CalibratedItem {
  const [language, id, version, level] = name.split(' ') as [
    CalibratedItem['language'],
    string,
    string,
    CalibratedItem['level'],
  ]
  const { answers, difficulty, difficultyError, discrimination, discriminationError } = found
  return {
    ...{ language, id: Number(id), version, level, answers },
    difficulty: rounded(difficulty),
    difficulty_error: rounded(difficultyError),
    discrimination: rounded(discrimination),
    discrimination_error: discriminationError === null ? null : rounded(discriminationError),
  }
}

/**
 * Calibrates every item seen in a first attempt. Reads the attempts once per cycle.
 * @param onProgress receives the share done, 0 to 1
 */
export async function calibrateAttempts(
  db: Database,
  onProgress: (share: number) => void,
): Promise<Pick<CalibrationFile, 'attempts' | 'items'>> {
  const until = new Date()
  const attempts = await countFirstAttempts(db, until)
  const { add, endCycle } = calibrateItems(nominalOf)
  let read = 0
  let found: ReadonlyMap<string, Calibrated> = new Map()
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    for await (const attempt of firstAttempts(db, until)) {
      add(
        attempt.answers.map((answer) => ({
          item: nameOf(attempt, answer),
          response: responseOf(answer),
        })),
      )
      onProgress(++read / (attempts * CYCLES))
    }
    found = endCycle()
  }
  const items = [...found].map(([name, calibrated]) => toItem(name, calibrated))
  return {
    attempts,
    items: items.sort((one, other) => one.language.localeCompare(other.language) || one.id - other.id),
  }
}
