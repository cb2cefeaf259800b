import { type Known, putLevelClaim } from '#contract/level-claims.ts'
import { certificatesIn, gradesOf, levelOfGrade } from '#quiz/certificates.ts'
import type { Language } from '#quiz/languages.ts'
import { FIRST_CERTIFICATE_YEAR } from '#quiz/level-claim.ts'
import { toLevelClaim } from '../attempts/level-claim.ts'
import type { Database } from '../db/schema.ts'
import { type LevelClaimRow, recordLevelClaim } from '../db/tables/level-claims.ts'
import { Refusal } from '../http/refusal.ts'
import type { App } from '../http/server.ts'
import { type Identity, requireSignedIn } from '../who/identity.ts'
import { getOwnFinished } from './review.ts'

const refusal = (message: string) => new Refusal(400, 'invalid_request', message)

/** What is stored of what somebody knows. */
type StoredKnown = Pick<LevelClaimRow, 'source' | 'certificate' | 'grade' | 'year' | 'level'>

const NOTHING: StoredKnown = { source: null, certificate: null, grade: null, year: null, level: null }

function checkedYear(year: number): number {
  const latest = new Date().getUTCFullYear()
  if (year < FIRST_CERTIFICATE_YEAR || year > latest)
    throw refusal(`The year of a certificate must be from ${FIRST_CERTIFICATE_YEAR} to ${latest}.`)
  return year
}

function fromCertificate(language: Language, { certificate, grade, year, level }: Known): StoredKnown {
  if (certificate === undefined || grade === undefined || year === undefined)
    throw refusal('A certificate needs its grade and its year: certificate, grade, year.')
  if (level !== undefined) throw refusal('The level of a certificate follows from its grade: send no level with it.')
  const grades = gradesOf(language, certificate)
  if (grades.length === 0) {
    const known = Object.keys(certificatesIn(language)).join(', ')
    throw refusal(`This certificate is unknown for the tested language. Known ones: ${known}.`)
  }
  const found = levelOfGrade(language, certificate, grade)
  if (!found) throw refusal(`This certificate has no such grade. Its grades: ${grades.join('; ')}.`)
  return { source: 'certificate', certificate, grade, year: checkedYear(year), level: found }
}

/** @throws {Refusal} 400 with what is missing or unknown */
function toStored(language: Language, known: Known | null): StoredKnown {
  if (known === null) return NOTHING
  if (known.source === 'certificate') return fromCertificate(language, known)
  const { source, level, certificate, grade, year } = known
  if (level === undefined) throw refusal('What a course, a teacher or you yourself say needs a level.')
  if (certificate !== undefined || grade !== undefined || year !== undefined)
    throw refusal('Only the source certificate has a certificate, a grade and a year.')
  return { ...NOTHING, source, level }
}

/** What takers say of their level, about finished attempts of their own account only. */
export function levelClaimRoutes(app: App, { db, who }: { db: Database; who: Identity }): void {
  app.route({
    ...putLevelClaim,
    handler: async (request) => {
      const { id: userId } = await requireSignedIn(who, request)
      const { language, id } = await getOwnFinished(db, userId, request.params.id)
      const { fit, known } = request.body
      const stored = await recordLevelClaim(db, { id, userId }, { fit, ...toStored(language, known) })
      if (!stored) throw new Refusal(404, 'assessment_not_found', 'This assessment has just been deleted.')
      return { data: toLevelClaim(stored) }
    },
  })
}
