import type { Drawing } from '#server/pages/picture/draw-picture.ts'

/** An example of a report's picture. */
export const drawing: Drawing = {
  name: 'Lena',
  headline: 'French',
  levelTitle: 'Language Talent',
  than: 'Scored higher than 78%',
  invitation: 'Find your level in 3 minutes',
  site: 'Language Assessment',
  address: 'quiz.example/languageassessment',
  level: 'B2',
  language: 'french',
  direction: 'ltr',
  format: 'link',
}
