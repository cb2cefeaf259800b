import { Type } from 'typebox'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { ErrorReply } from './errors.ts'
import { urls } from './urls.ts'

/** What the frame tells the page that holds it (docs/embedding.md). `height` is in CSS pixels. */
export type FrameMessage =
  | { type: 'language-assessment:resize'; height: number }
  | { type: 'language-assessment:finished'; language: Language; level: Level; than: number }

const Handover = Type.Object({
  token: Type.String({ description: 'serves once, for a POST of a form to /languageassessment/takeover' }),
  expires_in_seconds: Type.Integer(),
})
export type Handover = Type.Static<typeof Handover>

export const createHandover = {
  method: 'POST',
  url: urls.handover(':id'),
  schema: {
    summary: "Let the browser's own page take over an assessment of a frame, for sign-up",
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
    response: { 201: Type.Object({ data: Handover }), '4xx': ErrorReply, '5xx': ErrorReply },
  },
} as const

export const takeOver = {
  method: 'POST',
  url: urls.takeover,
  schema: {
    hide: true,
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  },
} as const
