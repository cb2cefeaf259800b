import { readFileSync } from 'node:fs'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ItemParameters } from '#quiz/estimate.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import { LEVELS } from '#quiz/levels.ts'
import { ROOT } from '../files.ts'

const FOLDER = new URL('data/calibrations/', ROOT)

/** What `npm run banks -- calibrate` writes: difficulties in logits and discriminations, with standard errors. */
const CalibrationFile = Type.Object({
  version: Type.String({ pattern: '^[A-Za-z0-9_-]+$' }),
  attempts: Type.Integer({ minimum: 0 }),
  items: Type.Array(
    Type.Object({
      language: Type.Enum([...LANGUAGES]),
      id: Type.Integer(),
      version: Type.String(),
      level: Type.Enum([...LEVELS]),
      answers: Type.Integer({ minimum: 1 }),
      difficulty: Type.Number({ minimum: -6, maximum: 6 }),
      difficulty_error: Type.Number({ minimum: 0 }),
      discrimination: Type.Number({ exclusiveMinimum: 0, maximum: 6 }),
      discrimination_error: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    }),
  ),
})

export type CalibrationFile = Static<typeof CalibrationFile>

/** The item parameters for new questions. */
export type Calibration = {
  /** Stored with every estimate. */
  scorerVersion: string
  /** Null for an item version that was not calibrated: it gets its level's nominal parameters. */
  parametersOf: (language: Language, id: number, version: string) => ItemParameters | null
}

/** Counted up when the same answers give another estimate. */
const MODEL = 2

const NOMINAL: Calibration = { scorerVersion: `nominal-${MODEL}`, parametersOf: () => null }

/**
 * The calibration that the setting names: a version in data/calibrations or a file path; empty for nominal parameters.
 * @throws Error if there is no such file or it is not a calibration
 */
export function loadCalibration(setting: string): Calibration {
  if (!setting) return NOMINAL
  const file = setting.endsWith('.json') ? setting : new URL(`${setting}.json`, FOLDER)
  const calibration = readCalibration(file, setting)
  const parameters = new Map(
    calibration.items.map(({ language, id, version, difficulty, discrimination }) => [
      `${language} ${id} ${version}`,
      { difficulty, discrimination },
    ]),
  )
  return {
    scorerVersion: `calibrated-${MODEL}:${calibration.version}`,
    parametersOf: (language, id, version) => parameters.get(`${language} ${id} ${version}`) ?? null,
  }
}

function readCalibration(file: string | URL, setting: string): CalibrationFile {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`CALIBRATION: "${setting}" cannot be read: ${(error as Error).message}`)
  }
  const [fault] = Value.Errors(CalibrationFile, content)
  if (fault) throw new Error(`CALIBRATION: "${setting}" is not a calibration: ${fault.instancePath} ${fault.message}`)
  return content as CalibrationFile
}
