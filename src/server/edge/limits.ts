import type { Redis } from 'ioredis'
import type { Settings } from '../settings.ts'
import { hourlyLimit, type Limit } from './limit.ts'

/** What may be asked for only so often (docs/decisions/020). One-time codes and posts are counted in the database, exactly. */
export type Limits = {
  /** New assessments, by address: see `addressGroup`. */
  assessments: Limit
  /** Reports made public, by account. */
  reports: Limit
  /** Signatures for WeChat's JS-API, by address. */
  wechatSignatures: Limit
}

type LimitSettings = Pick<Settings, 'ASSESSMENTS_PER_HOUR' | 'REPORTS_PER_HOUR' | 'WECHAT_SIGNATURES_PER_HOUR'>

export function createLimits(settings: LimitSettings, redis: Redis | undefined): Limits {
  const limit = (name: string, perHour: number) => hourlyLimit({ name, perHour, redis })
  return {
    assessments: limit('assessments', settings.ASSESSMENTS_PER_HOUR),
    reports: limit('reports', settings.REPORTS_PER_HOUR),
    wechatSignatures: limit('wechat_signatures', settings.WECHAT_SIGNATURES_PER_HOUR),
  }
}
