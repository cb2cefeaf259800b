import type { Form } from './entry.ts'

// The forms that several settings have.

const ADDRESS = 'a web address such as https://www.example.com'

/** Such an address goes into the log when nobody answers there, so no user and password may stand in it. */
const START = '^https?:\\/\\/(?![\\/\\\\]*[^\\/\\\\?#]*@)'

const WITHOUT_PASSWORD = `${ADDRESS}, without user and password`

export const WEB_ADDRESS: Form = { pattern: new RegExp(`${START}[^\\s"<>]+$`), words: WITHOUT_PASSWORD }

/** An address to which a path or a query is added. */
export const PLAIN_ADDRESS: Form = { pattern: new RegExp(`${START}[^\\s?#]+$`), words: WITHOUT_PASSWORD }

/** An address that paths are added to. */
export const BASE_URL: Form = {
  pattern: new RegExp(`${START}[^\\s?#"<>]*[^\\s?#"<>/]$`),
  words: `${ADDRESS}/path, without a slash at its end, "?", "#", or user and password`,
}

/** An address that stands in a page's content security policy. */
export const scriptAddress = (example: string): Form => ({
  pattern: /^https:\/\/[^\s"'<>&;,@]+$/,
  words: `an https address such as ${example}`,
})

/** An address that others add a path to, or that pages show. */
export const ORIGIN: Form = {
  pattern: new RegExp(`${START}[^\\s/?#]+$`),
  words: `${ADDRESS}, without a path, or user and password`,
}

export const PATH = 'a path such as /pages/assessment'

export const HEADER: Form = { pattern: /^[A-Za-z0-9-]+$/, words: 'the name of a header: letters, digits and "-"' }

export const COOKIE_NAME = /^[A-Za-z0-9_.-]+$/
