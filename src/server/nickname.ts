import { Refusal } from './refusal.ts'

const MOST_CHARACTERS = 40

/**
 * Names that would pass for us, and words that nobody should read beside a report. Whole words only, so that no real name is refused for its
 * parts; short on purpose: the account's owner is the first who sees the name.
 */
const REFUSED_WORDS = new Set(
  `admin administrator moderator official staff support system
  asshole bastard bitch cunt dickhead faggot fuck fucker fucking motherfucker nigger shit slut whore
  nazi hitler arschloch fotze hure salope putain connard puta cabron stronzo puttana`.split(/\s+/),
)

/**
 * A nickname as it is stored: no control, format (direction, zero-width) or invisible characters, no pile of accents, single spaces.
 * @throws Refusal 400 when nothing is left, it is too long, or it holds a refused word
 */
export function cleanNickname(typed: string): string {
  const nickname = typed
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}|\p{Default_Ignorable_Code_Point}|\u2800/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  const length = [...nickname].length
  if (length < 1 || length > MOST_CHARACTERS)
    throw new Refusal(400, 'invalid_request', `A nickname has 1 to ${MOST_CHARACTERS} characters.`)
  const words = nickname
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  if (words.some((word) => REFUSED_WORDS.has(word)))
    throw new Refusal(400, 'invalid_request', 'This nickname cannot be used. Please choose another one.')
  return nickname
}
