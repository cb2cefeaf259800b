import { settings } from '#settings/settings.ts'

const MANY = '1000000'

/** Every setting at its default, so a test's process gets none from its caller's environment or `.env`. */
export const NO_SETTINGS: Record<string, string> = Object.fromEntries(
  Object.keys(settings).flatMap((name) => [name, `${name}_FILE`].map((one) => [one, ''])),
)

/** The secret that tests sign people in with, as the mobile app's backend does. */
export const APP_TOKEN_SECRET = 'the-secret-of-the-app-in-these-tests'

/** Settings of an app in the test's own process. */
export const APP_SETTINGS = { ASSESSMENTS_PER_HOUR: MANY, LOG_LEVEL: 'silent' }

/** Settings of a server in a separate process. */
export const SERVER_SETTINGS = {
  // Nothing listens here; tests that read codes have their own mailbox.
  SMTP_URL: 'smtp://127.0.0.1:1',
  SMS_URL: 'http://127.0.0.1:1',
  APP_TOKEN_SECRET,
  MAILS_PER_DAY: MANY,
  SMS_PER_DAY: MANY,
  ASSESSMENTS_PER_HOUR: MANY,
  STOP_NOTICE_SECONDS: '0',
  LOG_LEVEL: 'info',
}

/** Limits that no test reaches, because all its requests come from one address. */
export const UNLIMITED: Record<string, string> = {
  ASSESSMENTS_PER_HOUR: MANY,
  CODES_PER_TARGET: '100',
  MAILS_PER_DAY: MANY,
  SMS_PER_DAY: MANY,
}
