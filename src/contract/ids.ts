import { Type } from 'typebox'

/** Safe in URLs and in flow ids, whose parts are joined by hyphens. */
export const ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$'

/** An id in a URL. */
export const IdInAddress = Type.String({
  pattern: ID_PATTERN,
  description: '1 to 64 letters, digits, and . _ : - starting with a letter or digit',
})

/**
 * The id of a user, a teacher, or a vocabulary set. Ours are integers, or the keys of an import file; a marketplace's
 * may be words, or exceed a number's precision.
 */
export const Id = Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), IdInAddress])
export type Id = Type.Static<typeof Id>

export const UUID_PATTERN = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'

/** The id of an assessment, a code, or a post. The format alone also allows urn:uuid:…, which Postgres refuses. */
export const Uuid = Type.String({ format: 'uuid', pattern: UUID_PATTERN, description: 'a UUID' })
