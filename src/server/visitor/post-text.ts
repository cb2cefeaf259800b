import { POST_TEXT_MAX } from '#quiz/marketplace.ts'
import { Refusal } from '../edge/refusal.ts'
import { cleanShownText, isInsulting } from './shown-text.ts'

/**
 * The text of a post as it is stored: cleaned, '' when there is none.
 * @throws Refusal 400 when it is too long or holds a refused word
 */
export function cleanPostText(typed: string): string {
  const text = cleanShownText(typed)
  if ([...text].length > POST_TEXT_MAX)
    throw new Refusal(400, 'invalid_request', `A text has at most ${POST_TEXT_MAX} characters.`)
  if (isInsulting(text))
    throw new Refusal(400, 'invalid_request', 'This text cannot be posted. Please choose other words.')
  return text
}
