import { randomBytes } from 'node:crypto'
import { UNSEEN } from '#contract/unseen.ts'
import { POST_TEXT_MAX } from '#quiz/profile.ts'
import type { NewUser } from '../db/tables/users.ts'
import { Refusal } from '../http/refusal.ts'
import { impersonatesUs, type OurNames } from './our-names.ts'

/** The crudest insults. Only whole words match, so that real names containing one pass. Short on purpose. */
const INSULTS = new Set(
  `asshole bastard bitch cunt dickhead faggot fuck fucker fucking motherfucker nigger shit slut whore
  nazi hitler arschloch fotze hure salope putain connard puta cabron stronzo puttana`.split(/\s+/),
)

const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu')

/**
 * Cleans text shown to others: no control, format (direction, zero-width) or invisible characters, no stacked accents,
 * single spaces.
 */
export function cleanShownText(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(ALL_UNSEEN, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
}

/** The words of a text, in lower case without accents. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
}

function isInsulting(text: string): boolean {
  return wordsOf(text).some((word) => INSULTS.has(word))
}

const MAX_CHARACTERS = 40

/**
 * A nickname, cleaned for storage, of 1 to 40 characters.
 * @throws Refusal 400 if it is empty or too long or contains a refused word
 */
export function cleanNickname(typed: string, ours: OurNames): string {
  const nickname = cleanShownText(typed)
  const length = [...nickname].length
  if (length < 1 || length > MAX_CHARACTERS)
    throw new Refusal(400, 'invalid_request', `A nickname must have 1 to ${MAX_CHARACTERS} characters.`)
  if (isInsulting(nickname) || impersonatesUs(nickname, ours))
    throw new Refusal(400, 'invalid_request', 'This nickname is not allowed. Please choose another one.')
  return nickname
}

const NAMELESS = 'Learner'

/**
 * A nickname from the name that a provider gives. Nicknames are public, so an email address never becomes one, even if
 * a provider gives it as the name.
 */
export function nicknameFrom(name: string, ours: OurNames): string {
  if (/\S@\S/.test(name)) return NAMELESS
  try {
    return cleanNickname([...name].slice(0, MAX_CHARACTERS).join(''), ours)
  } catch {
    // Empty or refused. The person can change it on the account page.
    return NAMELESS
  }
}

/** The data of a new account: its nickname and a random avatar seed. */
export function newUser(nickname = NAMELESS): NewUser {
  return { nickname, avatar_file_name: randomBytes(8).toString('hex') }
}

/**
 * The text of a post, cleaned for storage; may be empty.
 * @throws Refusal 400 if it is too long or contains a refused word
 */
export function cleanPostText(typed: string): string {
  const text = cleanShownText(typed)
  if ([...text].length > POST_TEXT_MAX)
    throw new Refusal(400, 'invalid_request', `A text must have at most ${POST_TEXT_MAX} characters.`)
  if (isInsulting(text))
    throw new Refusal(400, 'invalid_request', 'This text is not allowed. Please choose other words.')
  return text
}
