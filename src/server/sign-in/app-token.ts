import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const MAX_LIFE_SECONDS = 5 * 60
/** Allowed clock skew between the app's service and ours. */
const CLOCK_SKEW_SECONDS = 10

const Id = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' })
/** `iss` and `sub` identify the person permanently, `jti` this token; `iat` and `exp` are in seconds. */
const Claims = Type.Object({
  iss: Id,
  sub: Id,
  jti: Id,
  iat: Type.Number(),
  exp: Type.Number(),
  nickname: Type.Optional(Type.String()),
})

/**
 * Reads the app service's claims about its user from a JWT (RFC 7519), signed with HS256 and the shared secret.
 * Undefined for any other token, and for one that is too old or lives longer than five minutes.
 */
export async function readAppToken(token: string, secret: string): Promise<Static<typeof Claims> | undefined> {
  const { errors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify<unknown>(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      maxTokenAge: MAX_LIFE_SECONDS,
    })
    if (!Value.Check(Claims, payload)) return undefined
    return payload.exp - payload.iat <= MAX_LIFE_SECONDS ? payload : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
