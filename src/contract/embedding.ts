import { Type } from 'typebox'
import { LanguageName, LevelName } from './schemas.ts'

const message = <Name extends string, Fields extends Type.TProperties>(name: Name, fields: Fields) =>
  Type.Object({ type: Type.Literal(`language-assessment:${name}`), ...fields })

/** A message to the page that embeds the quiz (docs/embedding.md). `height` is in CSS pixels. */
export const FrameMessage = Type.Union([
  message('resize', { height: Type.Integer() }),
  message('escape', {}),
  message('finished', {
    language: LanguageName,
    level: LevelName,
    than: Type.Integer({ minimum: 0, maximum: 100 }),
  }),
])

export type FrameMessage = Type.Static<typeof FrameMessage>
