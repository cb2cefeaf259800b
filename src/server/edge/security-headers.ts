import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Settings } from '../settings.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** What Facebook's SDK connects to and frames (docs/decisions/015). */
const SOCIAL_SDK_HOSTS = ['https://www.facebook.com', 'https://web.facebook.com', 'https://graph.facebook.com']

/** The content security policy and the other security headers of every reply, as options of Helmet. */
export function securityHeaders({
  FACEBOOK_SDK_URL,
  AVATAR_BASE_URL,
}: Pick<Settings, 'FACEBOOK_SDK_URL' | 'AVATAR_BASE_URL'>): FastifyHelmetOptions {
  const socialHosts = FACEBOOK_SDK_URL ? SOCIAL_SDK_HOSTS : []
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'strict-dynamic'"],
        'style-src': ["'self'"],
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
