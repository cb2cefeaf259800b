import { createSign, generateKeyPairSync } from 'node:crypto'
import { type GoogleStandIn, type SigningKey, startGoogle } from '#server/demo/identity/google.ts'
import { playing, type Script } from './script.ts'

/** ID tokens that must be rejected. */
export const TOKEN_FAULTS = [
  'wrong aud',
  'wrong iss',
  'wrong nonce',
  'no nonce',
  'expired',
  'alg none',
  'an unknown key',
  'another key with the known key id',
  'no ID token',
  'no sub',
] as const

type TokenFault = (typeof TOKEN_FAULTS)[number]

type GoogleScript = Script & { tokenFault: TokenFault | undefined }

export type FaultyGoogle = GoogleStandIn & GoogleScript

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same token with the fault, signed again so nothing else is wrong. */
function tamperWith(token: string, fault: TokenFault, own: SigningKey): string | undefined {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
  const header = { alg: fault === 'alg none' ? 'none' : 'RS256', kid: fault === 'an unknown key' ? 'other' : own.id }
  if (fault === 'no ID token') return undefined
  if (fault === 'wrong aud') claims.aud = 'another-client'
  if (fault === 'wrong iss') claims.iss = 'https://evil.example'
  if (fault === 'wrong nonce') claims.nonce = 'another-nonce'
  if (fault === 'no nonce') delete claims.nonce
  if (fault === 'no sub') delete claims.sub
  if (fault === 'expired') Object.assign(claims, { iat: claims.iat - 7200, exp: claims.iat - 3600 })
  const text = `${encode(header)}.${encode(claims)}`
  if (fault === 'alg none') return `${text}.`
  const key = fault.includes('key') ? foreign.privateKey : own.key
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}

/** The demo's Google, with a person who decides immediately, and injected faults. */
export async function startFaultyGoogle(): Promise<FaultyGoogle> {
  const script: GoogleScript = {
    person: { id: 'nobody' },
    agrees: true,
    fault: undefined,
    tokenFault: undefined,
    calls: 0,
  }
  const good = await startGoogle(
    playing(script, {
      callback: () => undefined,
      reply: (_step, body) => {
        if (!script.tokenFault) return
        body.id_token = tamperWith(String(body.id_token), script.tokenFault, good.signingKey)
      },
    }),
  )
  return Object.assign(script, good)
}
