import type { Database } from '../db/schema.ts'
import { hasVerifiedEmail, type User } from '../db/users.ts'
import type { Settings } from '../settings.ts'

/** Whether the account is staff's: one of its proved addresses is among those of the settings. */
export async function isStaff(
  db: Database,
  { STAFF_EMAILS }: Pick<Settings, 'STAFF_EMAILS'>,
  user: Pick<User, 'id'>,
): Promise<boolean> {
  const emails = STAFF_EMAILS.toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  return emails.length > 0 && hasVerifiedEmail(db, user.id, emails)
}
