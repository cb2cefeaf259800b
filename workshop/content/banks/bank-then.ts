import { execFileSync } from 'node:child_process'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { bankFile } from './check/language-bank.ts'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })

/**
 * The commit that `--since` names; `release` is the latest release.
 * @throws Error if there is no release yet
 */
export function commitOf(since: string): string {
  if (since !== 'release') return since
  const [newest] = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged').split('\n')
  if (!newest) throw new Error('There is no release yet. Set --since to a commit.')
  return newest
}

/**
 * A bank as it was at a commit.
 * @throws Error if git doesn't know the commit
 */
export function bankThen(language: Language, commit: string): Item[] {
  return JSON.parse(git('show', `${commit}:${bankFile(language)}`))
}
