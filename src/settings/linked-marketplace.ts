import { OUR_COOKIES } from '#contract/cookies.ts'
import { PROVIDERS } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { choice, list, number, text } from './entry.ts'
import { BASE_URL, COOKIE_NAME, HEADER, PATH, WEB_ADDRESS } from './forms.ts'

/** Our own cookies are never forwarded. */
const cookieError = (name: string) =>
  OUR_COOKIES.has(name.replace(/^__(Host|Secure)-/, ''))
    ? `${name} is one of our own cookies, which are never forwarded; rename yours`
    : undefined

/** Headers that forwarded calls set themselves, or that would change transport. */
const OUR_HEADERS = [
  /^(accept|accept-language|user-agent|cookie|x-forwarded-.*)$/i,
  /^(host|connection|upgrade|expect|te|keep-alive|transfer-encoding|content-.*|proxy-.*)$/i,
]

const headerError = (name: string) =>
  OUR_HEADERS.some((pattern) => pattern.test(name)) ? `${name} can't be used here; choose another header` : undefined

/** The operator's own marketplace: it signs users in and serves the pages that reports link to. */
export const linkedMarketplace = {
  MARKETPLACE_API_URL: text({
    needs: [['MARKETPLACE_SESSION_COOKIE', 'MARKETPLACE_SESSION_HEADER'], 'MARKETPLACE_SIGNIN_URL', 'WEB_BASE_URL'],
    form: BASE_URL,
    help: [
      'Base URL of your marketplace for forwarded calls (docs/marketplace.md), without a trailing slash. Empty: the',
      'built-in marketplace; the settings below have no effect.',
    ],
  }),
  MARKETPLACE_SESSION_COOKIE: list({
    form: {
      pattern: COOKIE_NAME,
      words: 'cookie names (letters, digits, "_", ".", "-") separated by commas',
    },
    errorOf: cookieError,
    help: [
      "Name of the marketplace's session cookie; separate several with commas. Browsers must also send it to this",
      'host.',
    ],
  }),
  MARKETPLACE_COOKIES: list({
    form: {
      pattern: COOKIE_NAME,
      words: 'cookie names (letters, digits, "_", ".", "-") separated by commas',
    },
    errorOf: cookieError,
    help: [
      "Comma-separated names of other cookies to forward that don't identify the user, such as those of bot",
      'protection.',
    ],
  }),
  MARKETPLACE_SESSION_HEADER: text({
    form: { ...HEADER, words: 'a header name (letters, digits, "-"), such as authorization' },
    errorOf: headerError,
    help: [
      'Request header that carries the session, such as authorization, if your gateway or app adds it to each',
      'request. Used instead of cookies or along with them.',
    ],
  }),
  MARKETPLACE_SECRET: text({
    isSecret: true,
    needs: ['MARKETPLACE_API_URL'],
    form: {
      pattern: /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
      words: 'printable ASCII characters, without leading or trailing spaces',
    },
    help: 'Secret sent with each forwarded call to authenticate this service.',
  }),
  MARKETPLACE_SECRET_HEADER: text({
    default: 'x-service-secret',
    form: HEADER,
    errorOf: headerError,
    help: 'Header that carries MARKETPLACE_SECRET.',
  }),
  MARKETPLACE_VISITOR_ADDRESS: choice(['login', 'every-call'], {
    default: 'login',
    help: "Calls that include the visitor's IP address in X-Forwarded-For: login or every-call.",
  }),
  MARKETPLACE_SIGNIN_URL: text({
    form: WEB_ADDRESS,
    help: "The marketplace's sign-in page. `next` (where to return) and `method` are added to the query.",
  }),
  MARKETPLACE_SIGNIN_PROVIDERS: list({
    default: PROVIDERS.join(','),
    form: {
      pattern: new RegExp(`^(${PROVIDERS.join('|')})$`),
      words: 'google, facebook, and vk, separated by commas',
    },
    mayBeNone: true,
    help: [
      'Providers with a button on the sign-up wall: google, facebook, vk, or none. Email and phone are',
      'always offered.',
    ],
  }),
  MARKETPLACE_ONBOARDING_PATH: text({
    default: urls.onboarding,
    form: { pattern: /^(\/[\w.-]+)+$/, words: PATH },
    help: "Path of the marketplace's onboarding call.",
  }),
  MARKETPLACE_TIMEOUT_MS: number({
    from: 100,
    to: 60_000,
    default: 5000,
    help: 'Timeout for a forwarded call, in milliseconds.',
  }),
}
