import { list, number, text } from './entry.ts'
import { WEB_ADDRESS } from './forms.ts'

/** Signing in with a code by mail or text message. */
export const codes = {
  SMTP_URL: text({
    isSecret: true,
    form: { pattern: /^smtps?:\/\/.+$/, words: 'an address such as smtps://user:password@host:465' },
    help: 'Codes by mail: smtp://user:password@host:587 or smtps://…; empty: none by mail.',
  }),
  MAIL_FROM: text({
    default: 'Language Assessment <no-reply@localhost>',
    form: { pattern: /^.{3,}$/, words: 'text of at least 3 characters' },
    help: 'The sender of those mails.',
  }),
  SMS_URL: text({
    form: WEB_ADDRESS,
    help: [
      'Codes by text message: each is posted to this address as JSON, {to, text}. A second try has the same',
      'Idempotency-Key as the first. Empty: none by phone.',
    ],
  }),
  SMS_TOKEN: text({
    isSecret: true,
    needs: ['SMS_URL'],
    help: 'The bearer token of those calls.',
  }),
  PHONE_COUNTRIES: list({
    default: 'US,CA,GB,IE,AU,NZ,DE,AT,CH,FR,BE,LU,NL,ES,PT,IT,MX,BR,JP,KR,CN,TW,HK,SG,RU',
    form: { pattern: /^[A-Za-z]{2}$/, words: 'two-letter country codes with commas between, such as US,DE' },
    normalize: (country) => country.toUpperCase(),
    help: 'The countries whose phone numbers may get codes, as two letters each.',
  }),
  CODE_PEPPER: text({
    isSecret: true,
    form: { pattern: /^.{16,}$/, words: 'a secret of at least 16 characters' },
    help: [
      'A secret of 16 characters or more that keys the stored codes and, for a day, what deleted accounts have used up',
      'of their limits; the same for all processes. Empty: a random one at each start.',
    ],
  }),
  CODE_RESEND_SECONDS: number({
    from: 1,
    to: 600,
    default: 30,
    help: [
      'The pause in seconds before a second code to the same target; it doubles with each further one within an hour.',
    ],
  }),
  CODES_PER_TARGET: number({
    from: 1,
    to: 100,
    default: 5,
    help: 'The most codes an hour that one network (/24 of IPv4, /48 of IPv6) may ask for to one target.',
  }),
  CODES_PER_TARGET_ALTOGETHER: number({
    from: 1,
    to: 1000,
    default: 20,
    help: 'The most codes per hour to one target, from all networks.',
  }),
  CODES_PER_ADDRESS: number({
    from: 1,
    to: 1_000_000,
    default: 120,
    help: [
      'The most codes per hour from one address (an IPv6 network of 64 bits is one; a /56 gets twice as many, a /48 of',
      'IPv6 and a /24 of IPv4 four times).',
    ],
  }),
  CODES_PER_NUMBER_RANGE: number({
    from: 1,
    to: 1_000_000,
    default: 100,
    help: [
      'The most codes per hour to phone numbers that share the country’s code and the four digits after it: whoever',
      'sends text messages for a share of the fee owns such a range.',
    ],
  }),
  CODES_PER_HOUR: number({
    from: 1,
    to: 10_000_000,
    default: 10_000,
    help: 'The most codes per hour by mail. The last fifth goes to accounts that exist.',
  }),
  SMS_PER_DAY: number({
    from: 1,
    to: 10_000_000,
    default: 1000,
    help: 'The most text messages a day. The last fifth goes to accounts that exist.',
  }),
  SMS_VERIFIED_PERCENT: number({
    from: 0,
    to: 100,
    default: 20,
    help: [
      'When fewer of the text messages of six hours are entered, only numbers of accounts get them; 0 turns this off.',
    ],
  }),
  WRONG_CODES_PER_SITE: number({
    from: 1,
    to: 1_000_000,
    default: 30,
    help: [
      'Wrong codes an hour, of those that one network asked for (/24 or /48), after which a code has one try instead',
      'of five.',
    ],
  }),
  WRONG_CODES_PER_HOUR: number({
    from: 1,
    to: 1_000_000,
    default: 300,
    help: 'The same, altogether.',
  }),
}
