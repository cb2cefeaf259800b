import { randomBytes } from 'node:crypto'
import type { NewUser } from '../db/sign-ins.ts'
import { Refusal } from '../edge/refusal.ts'
import { cleanShownText, isInsulting, wordsOf } from './shown-text.ts'

const MAX_CHARACTERS = 40

/** Names that would pass for us. */
const OUR_NAMES = new Set('admin administrator moderator official staff support system'.split(' '))

/**
 * A nickname as it is stored: cleaned, with 1 to 40 characters.
 * @throws Refusal 400 when nothing is left, it is too long, or it holds a refused word
 */
export function cleanNickname(typed: string): string {
  const nickname = cleanShownText(typed)
  const length = [...nickname].length
  if (length < 1 || length > MAX_CHARACTERS)
    throw new Refusal(400, 'invalid_request', `A nickname has 1 to ${MAX_CHARACTERS} characters.`)
  if (isInsulting(nickname) || wordsOf(nickname).some((word) => OUR_NAMES.has(word)))
    throw new Refusal(400, 'invalid_request', 'This nickname cannot be used. Please choose another one.')
  return nickname
}

function nicknameFrom(text: string): string {
  try {
    return cleanNickname([...text].slice(0, MAX_CHARACTERS).join(''))
  } catch {
    // Nothing is left of it, or the name is refused; the person can choose another one on the account page.
    return 'Learner'
  }
}

/** The data of a new account: the nickname from a name or the local part of an address, and a random avatar seed. */
export function newUser(nameOrEmail: string | undefined): NewUser {
  return {
    nickname: nicknameFrom((nameOrEmail ?? '').replace(/@.*$/s, '')),
    avatar_file_name: randomBytes(8).toString('hex'),
  }
}
