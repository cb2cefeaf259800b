import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { urls } from '#contract/urls.ts'
import type { Settings } from '#settings/settings.ts'
import type { InlineParts } from '#web/document.ts'
import { publicAddress } from '../http/public-address.ts'
import { hasPrivacySignal } from '../who/consent.ts'

type SharingSettings = Pick<Settings, 'PUBLIC_URL' | 'MARKETPLACE_SESSION_HEADER'>

/** For so many seconds, and for as many more while it is fetched anew: what is withdrawn is gone within a minute. */
const FRESH_SECONDS = 25

/** Browsers ask again each time; caches that visitors share may answer. */
export const SHARED = `public, max-age=0, s-maxage=${FRESH_SECONDS}, stale-while-revalidate=${FRESH_SECONDS}`

/**
 * Whether a request says nothing of its visitor but the language: no cookie, no other sign of who it is, and no query,
 * which the page would repeat, and which may ask for a language to be remembered.
 */
export function isAnonymous(request: FastifyRequest, { MARKETPLACE_SESSION_HEADER: header }: SharingSettings): boolean {
  const { headers, url, method } = request
  return (
    (method === 'GET' || method === 'HEAD') &&
    !url.includes('?') &&
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    (header === '' || headers[header.toLowerCase()] === undefined) &&
    !hasPrivacySignal(request)
  )
}

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page has the same styles and script each time, of a few forms. */
const MOST_SOURCES = 200
const sources = new Map<string, string>()

function rememberedSource(text: string): string {
  const known = sources.get(text)
  if (known) return known
  if (sources.size === MOST_SOURCES) sources.clear()
  const source = sourceOf(text)
  sources.set(text, source)
  return source
}

/**
 * The headers of a page that caches may share. A nonce would be known to whoever gets the copy, so the content security
 * policy names the page's own style sheet and script by their hashes, and the folder of the built scripts.
 */
export function shareReply(
  reply: FastifyReply,
  request: FastifyRequest,
  settings: SharingSettings,
  { styles, script }: InlineParts,
): void {
  const scripts = publicAddress(request, settings, `${urls.static}assets/`)
  const allowed = [...(script ? [rememberedSource(script)] : []), scripts].join(' ')
  const policy = String(reply.getHeader('content-security-policy'))
    .replace(/script-src [^;]*/, `script-src ${allowed}`)
    .replace(/style-src [^;]*/, `style-src 'self' ${rememberedSource(styles)}`)
  const { MARKETPLACE_SESSION_HEADER: header } = settings
  reply.headers({
    'cache-control': SHARED,
    'content-security-policy': policy,
    vary: ['Accept-Language', 'Cookie', 'Authorization', 'Sec-GPC', ...(header ? [header] : [])].join(', '),
  })
}
