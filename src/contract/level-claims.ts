import { Type } from 'typebox'
import { CLAIM_SOURCES, GRADE_MAX, LEVEL_FITS } from '#quiz/level-claim.ts'
import { LEVELS } from '#quiz/levels.ts'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { urls } from './urls.ts'

const Fit = Type.Enum([...LEVEL_FITS], { description: 'whether the level of the result fits' })

/** What a taker says of their own level, as it is stored. */
export const LevelClaim = Type.Object({
  fit: Fit,
  known: Type.Union([
    Type.Object({
      source: Type.Enum([...CLAIM_SOURCES]),
      level: Type.Enum([...LEVELS], { description: 'of a certificate: what its makers publish for the grade' }),
      certificate: Type.Union([Type.String(), Type.Null()]),
      grade: Type.Union([Type.String(), Type.Null()]),
      year: Type.Union([Type.Integer(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  created_at: Type.String({ format: 'date-time' }),
})
export type LevelClaim = Type.Static<typeof LevelClaim>

/** One form for all sources, so that a refusal can say in a sentence what its source still needs. */
const Known = Type.Object(
  {
    source: Type.Enum([...CLAIM_SOURCES]),
    level: Type.Optional(Type.Enum([...LEVELS], { description: 'needed by all sources but a certificate' })),
    certificate: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'an id of src/quiz/certificates.ts; a refusal names those of the tested language',
      }),
    ),
    grade: Type.Optional(Type.String({ maxLength: GRADE_MAX, description: "as the certificate's list has it" })),
    year: Type.Optional(Type.Integer({ description: 'of the certificate: from 1980 to this one' })),
  },
  { additionalProperties: false },
)
export type Known = Type.Static<typeof Known>

export const putLevelClaim = {
  method: 'PUT',
  url: urls.levelClaim(':id'),
  config: { access: 'owner' },
  schema: {
    summary:
      'Say whether the level of your own finished assessment fits, and what else you know about your level; a repeat replaces what was said',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
    body: Type.Object({ fit: Fit, known: Type.Union([Known, Type.Null()]) }, { additionalProperties: false }),
    response: { 200: Type.Object({ data: LevelClaim }), ...errorReplies },
  },
} as const satisfies Endpoint
