import { list, number, text } from './entry.ts'
import { WEB_ADDRESS } from './forms.ts'

export const codes = {
  SMTP_URL: text({
    isSecret: true,
    form: { pattern: /^smtps?:\/\/.+$/, words: 'an address such as smtps://user:password@host:465' },
    help: ['SMTP server for sign-in codes: smtp://user:password@host:587 or smtps://… Empty: no codes by email.'],
  }),
  MAIL_FROM: text({
    default: 'Language Assessment <no-reply@localhost>',
    form: { pattern: /^.{3,}$/, words: 'text of at least 3 characters' },
    help: 'Sender of emails.',
  }),
  SMS_URL: text({
    form: WEB_ADDRESS,
    help: [
      'Endpoint that sends sign-in codes by text message: receives {to, text} as JSON. Retries repeat the',
      'Idempotency-Key. Empty: no codes by phone.',
    ],
  }),
  SMS_TOKEN: text({
    isSecret: true,
    needs: ['SMS_URL'],
    help: 'Bearer token for SMS_URL.',
  }),
  PHONE_COUNTRIES: list({
    default: 'US,CA,GB,IE,AU,NZ,DE,AT,CH,FR,BE,LU,NL,ES,PT,IT,MX,BR,JP,KR,CN,TW,HK,SG,RU',
    form: { pattern: /^[A-Za-z]{2}$/, words: 'two-letter country codes separated by commas, such as US,DE' },
    normalize: (country) => country.toUpperCase(),
    help: 'Comma-separated two-letter codes of the countries whose phone numbers can receive codes.',
  }),
  CODE_PEPPER: text({
    isSecret: true,
    form: { pattern: /^.{16,}$/, words: 'a secret of at least 16 characters' },
    help: [
      'Secret of at least 16 characters that keys stored codes and cookies of open assessments. Must be the same',
      'for all processes. Empty: random at each start.',
    ],
  }),
  CODES_PER_TARGET: number({
    from: 1,
    to: 1000,
    default: 20,
    help: 'Maximum codes per day to one email address or phone number.',
  }),
  MAILS_PER_DAY: number({
    from: 1,
    to: 10_000_000,
    default: 10_000,
    help: [
      'Maximum codes per day by email. One network (IPv4 /24, IPv6 /48) gets at most 5% of the budget that other',
      "networks haven't used.",
    ],
  }),
  SMS_PER_DAY: number({
    from: 1,
    to: 10_000_000,
    default: 1000,
    help: "Maximum codes per day by text message. One network gets at most 5% of the budget that others haven't used.",
  }),
}
