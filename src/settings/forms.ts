import type { Form } from './entry.ts'

// Forms shared by several settings.

const ADDRESS = 'a web address such as https://www.example.com'

/** These addresses are logged when a request fails, so they must not contain credentials. */
const START = '^https?:\\/\\/(?![\\/\\\\]*[^\\/\\\\?#]*@)'

const WITHOUT_PASSWORD = `${ADDRESS}, without user or password`

export const WEB_ADDRESS: Form = { pattern: new RegExp(`${START}[^\\s"<>]+$`), words: WITHOUT_PASSWORD }

/** An address that gets a path or query appended. */
export const PLAIN_ADDRESS: Form = { pattern: new RegExp(`${START}[^\\s?#]+$`), words: WITHOUT_PASSWORD }

/** An address that gets paths appended. */
export const BASE_URL: Form = {
  pattern: new RegExp(`${START}[^\\s?#"<>]*[^\\s?#"<>/]$`),
  words: `${ADDRESS}/path, without a trailing slash, "?", "#", user, or password`,
}

/** An address that appears in a page's content security policy. */
export const scriptAddress = (example: string): Form => ({
  pattern: /^https:\/\/[^\s"'<>&;,@]+$/,
  words: `an https address such as ${example}`,
})

/** An origin. */
export const ORIGIN: Form = {
  pattern: new RegExp(`${START}[^\\s/?#]+$`),
  words: `${ADDRESS}, without a path, user, or password`,
}

export const PATH = 'a path such as /pages/assessment'

export const HEADER: Form = { pattern: /^[A-Za-z0-9-]+$/, words: 'a header name: letters, digits, and "-"' }

export const COOKIE_NAME = /^[A-Za-z0-9_.-]+$/
