import { createHash } from 'node:crypto'

export type JsApiParameters = { ticket: string; nonceStr: string; timeStamp: number; url: string }

/** The vendor's algorithm: SHA-1 over the parameters in the order of their names, with their values as they are. */
export function signJsApi({ ticket, nonceStr, timeStamp, url }: JsApiParameters): string {
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timeStamp}&url=${url}`)
    .digest('hex')
}
