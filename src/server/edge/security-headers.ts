import { randomFillSync } from 'node:crypto'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Settings } from '../settings.ts'

// Importing node:http would load Node's WebSocket client as well, which costs a start as much as 150 modules.
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')

const YEAR_SECONDS = 365 * 24 * 3600

/** What Facebook's SDK connects to and frames (docs/decisions/015). */
const SOCIAL_SDK_HOSTS = ['https://www.facebook.com', 'https://web.facebook.com', 'https://graph.facebook.com']

type HeaderSettings = Pick<Settings, 'FACEBOOK_SDK_URL' | 'AVATAR_BASE_URL'>

declare module 'fastify' {
  interface FastifyReply {
    /** The content security policy allows only scripts and styles with it. */
    nonce: string
  }
}

const NONCE = 'nonce-of-the-reply'

function helmetOptions({ FACEBOOK_SDK_URL, AVATAR_BASE_URL }: HeaderSettings): HelmetOptions {
  const socialHosts = FACEBOOK_SDK_URL ? SOCIAL_SDK_HOSTS : []
  return {
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
    crossOriginEmbedderPolicy: false,
    // The SDK's dialogs notify their opener when they are done.
    crossOriginOpenerPolicy: { policy: socialHosts.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  }
}

/** What Helmet sets on a reply, asked once: for each request it would build its middleware and the policy anew, a twentieth of the time of an answer. */
function headersOnce(settings: HeaderSettings): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(helmetOptions(settings))(request, response, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

const NONCE_BYTES = 16
const drawn = Buffer.alloc(256 * NONCE_BYTES)
let taken = drawn.length

/** 128 random bits, drawn for many replies at once: one by one they cost as much as the other headers. */
function newNonce(): string {
  if (taken === drawn.length) {
    randomFillSync(drawn)
    taken = 0
  }
  taken += NONCE_BYTES
  return drawn.toString('hex', taken - NONCE_BYTES, taken)
}

/** Gives every reply its nonce, the content security policy with it, and the other security headers. */
export function securityHeaders(
  app: Pick<FastifyInstance, 'decorateReply' | 'addHook'>,
  settings: HeaderSettings,
): void {
  const { 'content-security-policy': policy = '', ...constant } = headersOnce(settings)
  const around = policy.split(NONCE)
  app.decorateReply('nonce', '')
  app.addHook('onRequest', function setSecurityHeaders(_request, reply, done) {
    reply.nonce = newNonce()
    reply.headers(constant).header('content-security-policy', around.join(reply.nonce))
    done()
  })
}
