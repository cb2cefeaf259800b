import { Type } from 'typebox'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { ErrorReply } from './errors.ts'
import { urls } from './urls.ts'

const errors = { '4xx': ErrorReply, '5xx': ErrorReply } as const

/** 128 random bits as base64url: nobody finds a report by trying. */
export const REPORT_ID = '^[A-Za-z0-9_-]{22}$'

export const SharedReport = Type.Object({
  report_id: Type.String({ pattern: REPORT_ID }),
  url: Type.String({ description: 'the whole address of the public report' }),
})
export type SharedReport = Type.Static<typeof SharedReport>

export const createReport = {
  method: 'POST',
  url: urls.reports,
  schema: {
    summary:
      'Make the result of an own finished assessment public; a repeat returns the same report; 403 in China outside the app',
    body: Type.Object({ assessment_id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
    response: { 201: Type.Object({ data: SharedReport }), ...errors },
  },
} as const

export const deleteReport = {
  method: 'DELETE',
  url: urls.sharedReport(':report_id'),
  schema: {
    summary: 'Stop sharing: the public report is gone for good',
    params: Type.Object({ report_id: Type.String({ pattern: REPORT_ID }) }, { additionalProperties: false }),
    response: { 204: Type.Null(), ...errors },
  },
} as const

/** All that a public report tells: nothing else about the person or the assessment leaves the database. */
export type PublicReport = {
  nickname: string
  avatar_file_name: string
  language: Language
  level: Level
  percentile: number
  /** How many finished assessments the percentile was counted from; null when it was drawn. */
  percentile_of: number | null
  finished_at: Date
}

/** What the server gives to the page of a public report. Addresses are whole. */
export type ReportPageData = {
  report: PublicReport
  address: string
  pictureAddress: string
  avatarBaseUrl: string
}
