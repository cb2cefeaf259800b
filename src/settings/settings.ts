import { codes } from './codes.ts'
import type { Setting } from './entry.ts'
import { events } from './events.ts'
import { limits } from './limits.ts'
import { linkedMarketplace } from './linked-marketplace.ts'
import { mobileApp } from './mobile-app.ts'
import { quiz } from './quiz.ts'
import { results } from './results.ts'
import { server } from './server.ts'
import { signIn } from './sign-in.ts'
import { storage } from './storage.ts'
import { visitors } from './visitors.ts'
import { wechat } from './wechat.ts'

/** All settings by topic, in the order of `.env.example`. */
export const topics = {
  Server: server,
  Storage: storage,
  Quiz: quiz,
  Visitors: visitors,
  Limits: limits,
  'Sign-in with a provider': signIn,
  'Sign-in with a code': codes,
  'Linked marketplace': linkedMarketplace,
  Results: results,
  'Analytics events': events,
  'Mobile app': mobileApp,
  WeChat: wechat,
}

type Topic = (typeof topics)[keyof typeof topics]
type NameIn<T> = T extends unknown ? keyof T : never
type EntryOf<Name extends PropertyKey, T> = T extends Record<Name, infer Entry> ? Entry : never
type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : never

/** The values of all settings by name. */
export type Settings = { [Name in NameIn<Topic>]: ValueOf<EntryOf<Name, Topic>> }

export type SettingName = keyof Settings

/** All settings by name. */
export const settings: Readonly<Record<SettingName, Setting>> = Object.assign({}, ...Object.values(topics))
