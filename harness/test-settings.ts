const MANY = '1000000'

/** The secret that tests sign people in with, like the mobile app's service. */
export const APP_TOKEN_SECRET = 'the-secret-of-the-app-in-these-tests'

/** The settings of an app in the process of its test. */
export const APP_SETTINGS = { ASSESSMENTS_PER_HOUR: MANY, LOG_LEVEL: 'silent' }

/** The settings of a server in a process of its own. */
export const SERVER_SETTINGS = {
  // Nobody is there: tests that read codes have a mailbox of their own.
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMS_URL: 'http://127.0.0.1:1',
  APP_TOKEN_SECRET,
  MAILS_PER_DAY: MANY,
  SMS_PER_DAY: MANY,
  ASSESSMENTS_PER_HOUR: MANY,
  STOP_NOTICE_SECONDS: '0',
  LOG_LEVEL: 'info',
}

/** Limits too high for a test to hit: all its requests come from one address. */
export const UNLIMITED: Record<string, string> = {
  ASSESSMENTS_PER_HOUR: MANY,
  CODES_PER_TARGET: '100',
  MAILS_PER_DAY: MANY,
  SMS_PER_DAY: MANY,
}
