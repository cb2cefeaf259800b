import type { Form } from './entry.ts'

// The forms that several settings have.

const ADDRESS = 'a web address such as https://www.example.com'

export const WEB_ADDRESS: Form = { pattern: /^https?:\/\/\S+$/, words: ADDRESS }

/** An address to which a path or a query is added. */
export const PLAIN_ADDRESS: Form = { pattern: /^https?:\/\/[^\s?#]+$/, words: ADDRESS }

/** An address that paths are added to. */
export const BASE_URL: Form = {
  pattern: /^https?:\/\/[^\s?#"<>]*[^\s?#"<>/]$/,
  words: `${ADDRESS}/path, without a slash at its end, "?" or "#"`,
}

/** An address that stands in a page's content security policy. */
export const scriptAddress = (example: string): Form => ({
  pattern: /^https:\/\/[^\s"'<>&;,]+$/,
  words: `an https address such as ${example}`,
})

export const WITHOUT_PATH = `${ADDRESS}, without a path`

export const PATH = 'a path such as /pages/assessment'

export const HEADER: Form = { pattern: /^[A-Za-z0-9-]+$/, words: 'the name of a header: letters, digits and "-"' }

export const COOKIE_NAME = /^[A-Za-z0-9_.-]+$/
