import { isLevel, type Level } from '#quiz/levels.ts'
import { tabStorage } from './storage.ts'

/** Specification §3, quiz store: the fixed key under which level and than live in session storage. */
const STORED_OPTIONS_KEY = 'ASSESSMENT_OPTION_STORE_KEY'

/** `than_of`: on how many finished assessments the percentage rests, where it is not drawn. */
export type StoredOptions = { level: Level; than: number; than_of?: number }

/** The stored result of this tab; anything that is not one counts as none. */
export function readStoredOptions(): StoredOptions | null {
  try {
    const { level, than, than_of } = JSON.parse(tabStorage.read(STORED_OPTIONS_KEY) ?? 'null') ?? {}
    if (!isLevel(level) || !Number.isInteger(than)) return null
    return Number.isInteger(than_of) ? { level, than, than_of } : { level, than }
  } catch {
    return null
  }
}

export function writeStoredOptions(options: StoredOptions): void {
  tabStorage.write(STORED_OPTIONS_KEY, JSON.stringify(options))
}

/** Specification §2: stored options are cleared when the landing opens. */
export function clearStoredOptions(): void {
  tabStorage.write(STORED_OPTIONS_KEY, null)
}
