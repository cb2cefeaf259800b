import { randomBytes } from 'node:crypto'
import {
  cleanShownText,
  graphemesOf,
  isShownText,
  isShownTextWithin,
  MAX_NICKNAME_LENGTH,
  MAX_POST_TEXT_LENGTH,
} from '#contract/typed-text.ts'
import type { NewUser } from '../db/tables/users.ts'
import { HttpError } from '../http/http-error.ts'

/**
 * A nickname, cleaned for storage.
 * @throws HttpError 400 if it's invisible or too long
 */
export function cleanNickname(typed: string): string {
  if (!isShownText(typed, MAX_NICKNAME_LENGTH))
    throw new HttpError(400, 'invalid_request', `A nickname must have 1 to ${MAX_NICKNAME_LENGTH} characters.`)
  return cleanShownText(typed)
}

const NAMELESS = 'Learner'

/**
 * A nickname from a provider's name. Nicknames are public, so an email address never becomes one, even if a provider
 * sends it as the name.
 */
export function nicknameFrom(name: string): string {
  if (/\S@\S/.test(name)) return NAMELESS
  try {
    return cleanNickname(graphemesOf(cleanShownText(name)).slice(0, MAX_NICKNAME_LENGTH).join(''))
  } catch {
    // Nothing visible is left. The person can set a name on the account page.
    return NAMELESS
  }
}

/** The data of a new account: its nickname and a random avatar seed. */
export function newUser(nickname = NAMELESS): NewUser {
  return { nickname, avatar_file_name: randomBytes(8).toString('hex') }
}

/**
 * The text of a post, cleaned for storage; may be empty.
 * @throws HttpError 400 if it's too long
 */
export function cleanPostText(typed: string): string {
  if (!isShownTextWithin(typed, MAX_POST_TEXT_LENGTH))
    throw new HttpError(400, 'invalid_request', `A post must have at most ${MAX_POST_TEXT_LENGTH} characters.`)
  return cleanShownText(typed)
}
