import { OUR_COOKIES } from '#contract/cookies.ts'
import { PROVIDERS } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { choice, list, number, text } from './entry.ts'
import { BASE_URL, COOKIE_NAME, HEADER, PATH, WEB_ADDRESS } from './forms.ts'

/** None of our cookies may leave us. */
const cookieFault = (name: string) =>
  OUR_COOKIES.has(name.replace(/^__(Host|Secure)-/, ''))
    ? `${name} is a cookie of this service, which never leaves it; rename yours`
    : undefined

/** Headers that a forwarded call has anyway, or that would change how it travels. */
const OUR_HEADERS = [
  /^(accept|accept-language|user-agent|cookie|x-forwarded-.*)$/i,
  /^(host|connection|upgrade|expect|te|keep-alive|transfer-encoding|content-.*|proxy-.*)$/i,
]

const headerFault = (name: string) =>
  OUR_HEADERS.some((pattern) => pattern.test(name)) ? `${name} cannot be used for this; take another header` : undefined

/** The operator's own marketplace, which signs people in and serves the pages that the report links to. */
export const linkedMarketplace = {
  MARKETPLACE_API_URL: text({
    needs: [['MARKETPLACE_SESSION_COOKIE', 'MARKETPLACE_SESSION_HEADER'], 'MARKETPLACE_SIGNIN_URL', 'WEB_BASE_URL'],
    form: BASE_URL,
    help: [
      'Your own marketplace (docs/marketplace.md): the base URL for forwarded calls, without a slash at its end.',
      'Empty: the built-in one, for which the settings below have no effect.',
    ],
  }),
  MARKETPLACE_SESSION_COOKIE: list({
    form: {
      pattern: COOKIE_NAME,
      words: 'the name of a cookie (letters, digits, "_", "." and "-"), or several with commas between',
    },
    faultOf: cookieFault,
    help: [
      'The cookie in which the marketplace keeps its session, or several with commas between. They have to reach this',
      'host too.',
    ],
  }),
  MARKETPLACE_COOKIES: list({
    form: {
      pattern: COOKIE_NAME,
      words: 'names of cookies (letters, digits, "_", "." and "-") with commas between',
    },
    faultOf: cookieFault,
    help: [
      'Further cookies of the marketplace to forward that say nothing about who is signed in, such as those of its bot',
      'protection, with commas between.',
    ],
  }),
  MARKETPLACE_SESSION_HEADER: text({
    form: { ...HEADER, words: 'the name of a header (letters, digits and "-"), such as authorization' },
    faultOf: headerFault,
    help: [
      'Instead of cookies or beside them: the request header that carries its session, such as authorization, if your',
      'gateway or app adds it to each request.',
    ],
  }),
  MARKETPLACE_SECRET: text({
    isSecret: true,
    needs: ['MARKETPLACE_API_URL'],
    form: {
      pattern: /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
      words: 'a secret of printable ASCII characters, without spaces around it',
    },
    help: 'A secret that goes with each forwarded call, so that the marketplace knows this service.',
  }),
  MARKETPLACE_SECRET_HEADER: text({
    default: 'x-service-secret',
    form: HEADER,
    faultOf: headerFault,
    help: 'The header that carries that secret.',
  }),
  MARKETPLACE_VISITOR_ADDRESS: choice(['login', 'every-call'], {
    default: 'login',
    help: 'Which forwarded calls tell the IP address of the visitor (X-Forwarded-For): login or every-call.',
  }),
  MARKETPLACE_SIGNIN_URL: text({
    form: WEB_ADDRESS,
    help: ['Its page to sign up and in. `next` (where to come back to) and `method` are added to the query.'],
  }),
  MARKETPLACE_SIGNIN_PROVIDERS: list({
    default: PROVIDERS.join(','),
    form: {
      pattern: new RegExp(`^(${PROVIDERS.join('|')})$`),
      words: 'google, facebook and vk, with commas between',
    },
    mayBeNone: true,
    help: [
      'Its ways to sign in that the wall has buttons for: some of google,facebook,vk, or none. Email and phone are',
      'always offered.',
    ],
  }),
  MARKETPLACE_ONBOARDING_PATH: text({
    default: urls.onboarding,
    form: { pattern: /^(\/[\w.-]+)+$/, words: PATH },
    help: 'Where it takes the onboarding.',
  }),
  MARKETPLACE_TIMEOUT_MS: number({
    from: 100,
    to: 60_000,
    default: 5000,
    help: 'How long it may take for a call, in milliseconds.',
  }),
}
