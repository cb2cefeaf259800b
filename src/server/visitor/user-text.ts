import { randomBytes } from 'node:crypto'
import { POST_TEXT_MAX } from '#quiz/marketplace.ts'
import type { NewUser } from '../db/sign-ins.ts'
import { Refusal } from '../edge/refusal.ts'
import { impersonatesUs } from './our-names.ts'

/** The crudest insults. Only whole words match, so that real names containing one pass. Short on purpose. */
const INSULTS = new Set(
  `asshole bastard bitch cunt dickhead faggot fuck fucker fucking motherfucker nigger shit slut whore
  nazi hitler arschloch fotze hure salope putain connard puta cabron stronzo puttana`.split(/\s+/),
)

/** Cleans text shown to others: no control, format (direction, zero-width) or invisible characters, no stacked accents, single spaces. */
export function cleanShownText(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}|\p{Default_Ignorable_Code_Point}|\u2800/gu, '')
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
export function cleanNickname(typed: string): string {
  const nickname = cleanShownText(typed)
  const length = [...nickname].length
  if (length < 1 || length > MAX_CHARACTERS)
    throw new Refusal(400, 'invalid_request', `A nickname must have 1 to ${MAX_CHARACTERS} characters.`)
  if (isInsulting(nickname) || impersonatesUs(nickname))
    throw new Refusal(400, 'invalid_request', 'This nickname is not allowed. Please choose another one.')
  return nickname
}

const NAMELESS = 'Learner'

function nicknameFrom(text: string): string {
  try {
    return cleanNickname([...text].slice(0, MAX_CHARACTERS).join(''))
  } catch {
    // Empty or refused. The person can change it on the account page.
    return NAMELESS
  }
}

/**
 * The data of a new account: a nickname from the provider's name, and a random avatar seed. Nicknames are public, so an email
 * address never becomes one, even if a provider gives it as the name.
 */
export function newUser(name = ''): NewUser {
  return {
    nickname: /\S@\S/.test(name) ? NAMELESS : nicknameFrom(name),
    avatar_file_name: randomBytes(8).toString('hex'),
  }
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
