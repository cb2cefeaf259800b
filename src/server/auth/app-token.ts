import { errors, jwtVerify } from 'jose'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const LONGEST_LIFE_SECONDS = 5 * 60
/** How far the clocks of the app's service and ours may be apart. */
const CLOCK_SECONDS = 10

const Id = Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' })
/** `iss` and `sub` name the person for good, `jti` this one token; `iat` and `exp` are in seconds. */
const Claims = Type.Object({
  iss: Id,
  sub: Id,
  jti: Id,
  iat: Type.Number(),
  exp: Type.Number(),
  nickname: Type.Optional(Type.String()),
})

/**
 * What the app's service says about its user, in a JWT (RFC 7519) that it signed with HS256 and the common secret. Undefined for any other
 * token, and for one that is too old or made to live longer than five minutes.
 */
export async function readAppToken(token: string, secret: string): Promise<Static<typeof Claims> | undefined> {
  try {
    const { payload } = await jwtVerify<unknown>(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: LONGEST_LIFE_SECONDS,
    })
    if (!Value.Check(Claims, payload)) return undefined
    return payload.exp - payload.iat <= LONGEST_LIFE_SECONDS ? payload : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
