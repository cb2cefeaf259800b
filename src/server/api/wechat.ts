import { randomBytes } from 'node:crypto'
import { getJsApi } from '#contract/wechat.ts'
import type { Settings } from '#settings/settings.ts'
import { HttpError } from '../http/http-error.ts'
import type { App } from '../http/server.ts'
import { cacheJsApiTicket, signJsApi } from '../wechat/ticket.ts'

/** Signatures for WeChat's JS-API, for pages of this site only (Specification §7). */
export function wechatRoutes(app: App, settings: Settings): void {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: appSecret, WECHAT_API_URL: apiUrl, PUBLIC_URL } = settings
  const publicOrigin = PUBLIC_URL ? new URL(PUBLIC_URL).origin : undefined
  const getTicket = cacheJsApiTicket({ apiUrl, appId, appSecret }, (err) =>
    app.log.warn({ err }, 'could not get a WeChat ticket'),
  )

  app.route({
    ...getJsApi,
    handler: async (request) => {
      // With PUBLIC_URL set, a forged Host header has no effect.
      const origin = publicOrigin ?? `${request.protocol}://${request.host}`
      const url = request.query.url.replace(/#.*/, '')
      if (!url.startsWith(`${origin}/`)) throw new HttpError(400, 'invalid_request', 'url must be a page on this site.')
      const value = await getTicket().catch(() => {
        throw new HttpError(503, 'upstream_unavailable', 'WeChat is not responding. Please try again.')
      })
      const nonceStr = randomBytes(16).toString('hex')
      const timeStamp = Math.floor(Date.now() / 1000)
      const signature = signJsApi({ ticket: value, nonceStr, timeStamp, url })
      return { data: { app_id: appId, time_stamp: timeStamp, nonce_str: nonceStr, signature } }
    },
  })
}
