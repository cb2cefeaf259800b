import { isLevel, type Level } from '#quiz/levels.ts'
import { tabStorage } from './storage.ts'

/** Specification §3, quiz store: the fixed key under which level and than live in session storage. */
const STORED_OPTIONS_KEY = 'ASSESSMENT_OPTION_STORE_KEY'

export type StoredOptions = { level: Level; than: number }

/** The stored result of this tab; anything that is not one counts as none. */
export function readStoredOptions(): StoredOptions | null {
  try {
    const { level, than } = JSON.parse(tabStorage.read(STORED_OPTIONS_KEY) ?? 'null') ?? {}
    return isLevel(level) && Number.isInteger(than) ? { level, than } : null
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
