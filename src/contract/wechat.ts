import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Closed } from './schemas.ts'
import { urls } from './urls.ts'

/** The parameters of `wx.config`, except its list of calls (Specification §7). */
const JsApiSignature = Type.Object({
  app_id: Type.String(),
  time_stamp: Type.Integer({ description: 'seconds since 1970' }),
  nonce_str: Type.String(),
  signature: Type.String(),
})

export const getJsApi = {
  method: 'GET',
  url: urls.wechatJsApi,
  config: { access: 'everyone', limit: 'wechatSignatures', forwarded: {}, needs: 'WECHAT_APP_ID' },
  schema: {
    summary: "The signature that lets a page of this site use WeChat's JS-API",
    querystring: Closed({
      url: Type.String({
        maxLength: 2048,
        pattern: '^https?://[!-~]+$',
        description: "the page's address as in its browser; the fragment is not signed",
      }),
    }),
    response: { 200: Type.Object({ data: JsApiSignature }), ...errorReplies },
  },
} as const satisfies Endpoint
