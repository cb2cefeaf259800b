import { LIMITS } from '#server/http/limits.ts'

const MANY = '1000000'

/** The secret that tests sign people in with, like the mobile app's service. */
export const APP_TOKEN_SECRET = 'the-secret-of-the-app-in-these-tests'

/** The settings of an app in the process of its test. */
export const APP_SETTINGS = { SIGN_INS_PER_MINUTE: MANY, LOG_LEVEL: 'silent' }

/** The settings of a server in a process of its own. */
export const SERVER_SETTINGS = {
  SIGN_INS_PER_MINUTE: MANY,
  // Nobody is there: tests that read codes have a mailbox of their own.
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMS_URL: 'http://127.0.0.1:1',
  APP_TOKEN_SECRET,
  MAILS_PER_DAY: MANY,
  SMS_PER_DAY: MANY,
  ASSESSMENTS_PER_HOUR: MANY,
  EVENTS_PER_ADDRESS: MANY,
  EARLY_EVENTS_PER_ADDRESS: MANY,
  PICTURES_PER_HOUR: MANY,
  STOP_NOTICE_SECONDS: '0',
}

/** Limits too high for a test to hit: all its requests come from one address. */
export const UNLIMITED: Record<string, string> = {
  ...Object.fromEntries(Object.values(LIMITS).map(({ perHour }) => [perHour, MANY])),
  SIGN_INS_PER_MINUTE: MANY,
  CODES_PER_TARGET: '100',
  MAILS_PER_DAY: MANY,
  SMS_PER_DAY: MANY,
}
