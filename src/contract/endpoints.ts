import * as account from './account.ts'
import * as attempts from './attempts.ts'
import * as community from './community.ts'
import * as consent from './consent.ts'
import type { Endpoint } from './endpoint.ts'
import * as events from './events.ts'
import * as flags from './flags.ts'
import * as operations from './operations.ts'
import * as profile from './profile.ts'
import * as recommendations from './recommendations.ts'
import * as reports from './reports.ts'
import * as results from './results.ts'
import * as review from './review.ts'
import * as signIn from './sign-in.ts'
import * as site from './site.ts'
import * as wechat from './wechat.ts'

const declared = {
  ...site,
  ...attempts,
  ...review,
  ...flags,
  ...reports,
  ...community,
  ...account,
  ...signIn,
  ...consent,
  ...events,
  ...profile,
  ...recommendations,
  ...results,
  ...wechat,
  ...operations,
}

type Declared = typeof declared

/** Every endpoint by name. */
export type Endpoints = {
  [Name in keyof Declared as Declared[Name] extends Endpoint ? Name : never]: Declared[Name]
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value

/** Everything that the server responds to except pages (pages.ts). */
export const ENDPOINTS = Object.fromEntries(
  Object.entries(declared).filter(([, value]) => isEndpoint(value)),
) as Endpoints
