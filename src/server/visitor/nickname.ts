import { Refusal } from '../edge/refusal.ts'
import { cleanShownText, isInsulting, wordsOf } from './shown-text.ts'

const MOST_CHARACTERS = 40

/** Names that would pass for us. */
const OUR_NAMES = new Set('admin administrator moderator official staff support system'.split(' '))

/**
 * A nickname as it is stored: cleaned, with 1 to 40 characters.
 * @throws Refusal 400 when nothing is left, it is too long, or it holds a refused word
 */
export function cleanNickname(typed: string): string {
  const nickname = cleanShownText(typed)
  const length = [...nickname].length
  if (length < 1 || length > MOST_CHARACTERS)
    throw new Refusal(400, 'invalid_request', `A nickname has 1 to ${MOST_CHARACTERS} characters.`)
  if (isInsulting(nickname) || wordsOf(nickname).some((word) => OUR_NAMES.has(word)))
    throw new Refusal(400, 'invalid_request', 'This nickname cannot be used. Please choose another one.')
  return nickname
}
