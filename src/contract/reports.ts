import { Type } from 'typebox'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Uuid } from './ids.ts'
import { Closed } from './schemas.ts'
import { urls } from './urls.ts'

/** 128 random bits as base64url, so reports can't be found by guessing. */
export const REPORT_ID = '^[A-Za-z0-9_-]{22}$'

export const SharedReport = Type.Object({
  report_id: Type.String({ pattern: REPORT_ID }),
  url: Type.String({ description: 'the absolute URL of the public report' }),
  is_new: Type.Boolean({ description: 'whether it became public with this call' }),
})
export type SharedReport = Type.Static<typeof SharedReport>

export const createReport = {
  method: 'POST',
  url: urls.reports,
  config: { access: 'owner' },
  schema: {
    summary:
      'Make the result of your own finished assessment public; a repeat returns the same report; 403 in China outside the app',
    body: Closed({ assessment_id: Uuid }),
    response: { 201: Type.Object({ data: SharedReport }), ...errorReplies },
  },
} as const satisfies Endpoint

export const deleteReport = {
  method: 'DELETE',
  url: urls.sharedReport(':report_id'),
  config: { access: 'owner' },
  schema: {
    summary: 'Stop sharing: the public report is gone for good',
    params: Closed({ report_id: Type.String({ pattern: REPORT_ID }) }),
    response: { 204: Type.Null(), ...errorReplies },
  },
} as const satisfies Endpoint

/** All data in a public report; nothing else about the person or the attempt leaves the database. */
export type PublicReport = {
  nickname: string
  avatar_file_name: string
  language: Language
  level: Level
  percentile: number
  finished_at: Date
}

/** The same picture before publication: a preview for sharing. */
export const getAttemptPicture = {
  method: 'GET',
  url: urls.attemptPicture(':id'),
  config: { access: 'owner' },
  schema: {
    summary: 'The picture of your own finished assessment, as in its public report',
    params: Closed({ id: Uuid }),
    querystring: Type.Object({ format: Type.Optional(Type.Enum(['link', 'story'])) }),
    response: { ...errorReplies },
  },
} as const satisfies Endpoint

export const getReportPicture = {
  method: 'GET',
  url: urls.reportPicture(':id'),
  // It passes its own gate, and only when it has to be drawn.
  config: { errors: 'page' },
  schema: { summary: "the public report's picture", params: Type.Object({ id: Type.String() }) },
} as const satisfies Endpoint
