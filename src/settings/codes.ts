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
      'A secret of 16 characters or more that keys the stored codes and the cookies of open assessments; the same for',
      'all processes. Empty: a random one at each start.',
    ],
  }),
  CODES_PER_TARGET: number({
    from: 1,
    to: 1000,
    default: 20,
    help: 'Maximum codes per day to one address or number.',
  }),
  MAILS_PER_DAY: number({
    from: 1,
    to: 10_000_000,
    default: 10_000,
    help: 'Maximum codes per day by mail. One network (/24 of IPv4, /48 of IPv6) gets at most a twentieth of them.',
  }),
  SMS_PER_DAY: number({
    from: 1,
    to: 10_000_000,
    default: 1000,
    help: 'Maximum codes per day by text message. One network gets at most a twentieth of them.',
  }),
}
