import { randomFillSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Settings } from '#settings/settings.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** The hosts that Facebook's SDK connects to and frames (docs/decisions/015). */
const SOCIAL_SDK_HOSTS = ['https://www.facebook.com', 'https://web.facebook.com', 'https://graph.facebook.com']

type HeaderSettings = Pick<Settings, 'FACEBOOK_SDK_URL' | 'AVATAR_BASE_URL'>

declare module 'fastify' {
  interface FastifyReply {
    /** The content security policy allows only scripts and styles with it. */
    nonce: string
  }
}

const NONCE = 'nonce-of-the-reply'

/** The same for every reply. */
const COMMON = {
  crossOriginEmbedderPolicy: false,
  strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  xFrameOptions: { action: 'deny' },
} as const satisfies HelmetOptions

function helmetOptions({ FACEBOOK_SDK_URL, AVATAR_BASE_URL }: HeaderSettings): HelmetOptions {
  const socialHosts = FACEBOOK_SDK_URL ? SOCIAL_SDK_HOSTS : []
  return {
    ...COMMON,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'strict-dynamic'", `'nonce-${NONCE}'`],
        'style-src': ["'self'", `'nonce-${NONCE}'`],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:', ...(AVATAR_BASE_URL ? [AVATAR_BASE_URL] : [])],
        'connect-src': ["'self'", ...socialHosts],
        'frame-src': socialHosts.length > 0 ? socialHosts : ["'none'"],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The SDK's dialogs notify their opener when they're done.
    crossOriginOpenerPolicy: { policy: socialHosts.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
  }
}

/** Helmet's headers as data, because one page changes two of them, and requests rejected before any hook need some. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** For replies that contain no page and are sent before any hook has run. */
export const BARE_SECURITY_HEADERS = headersOf({
  ...COMMON,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

const NONCE_BYTES = 16

/** Filled a hundred nonces at a time: asking the system for each took 3% of a quiz's processor time. */
const unusedNonces = Buffer.alloc(NONCE_BYTES * 100)
let usedBytes = unusedNonces.length

function nextNonce(): string {
  if (usedBytes === unusedNonces.length) {
    randomFillSync(unusedNonces)
    usedBytes = 0
  }
  usedBytes += NONCE_BYTES
  return unusedNonces.toString('hex', usedBytes - NONCE_BYTES, usedBytes)
}

/** Adds a nonce, the content security policy with it, and the other security headers to every reply. */
export function securityHeaders(
  app: Pick<FastifyInstance, 'decorateReply' | 'addHook'>,
  settings: HeaderSettings,
): void {
  const { 'content-security-policy': policy = '', ...constant } = headersOf(helmetOptions(settings))
  const around = policy.split(NONCE)
  app.decorateReply('nonce', '')
  app.addHook('onRequest', function setSecurityHeaders(_request, reply, done) {
    reply.nonce = nextNonce()
    reply.headers(constant).header('content-security-policy', around.join(reply.nonce))
    done()
  })
}
