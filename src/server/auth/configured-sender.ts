import type { Settings } from '../settings.ts'
import { mailSender } from './mail.ts'
import type { Sender } from './sender.ts'
import { smsSender } from './sms.ts'

/** The channels that the settings name: mail with SMTP_URL, text messages with SMS_URL. */
export function configuredSender({ SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN }: Settings): Sender {
  return {
    ...(SMTP_URL ? { email: mailSender({ url: SMTP_URL, from: MAIL_FROM }) } : {}),
    ...(SMS_URL ? { phone: smsSender({ url: SMS_URL, token: SMS_TOKEN }) } : {}),
  }
}
