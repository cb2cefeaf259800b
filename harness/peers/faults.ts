import type { ServerResponse } from 'node:http'

/** Failures that any HTTP reply can have. */
export const TRANSPORT_FAULTS = [
  'status 500',
  'no reply',
  'one byte per second',
  '50 MB',
  'invalid JSON',
  'a redirect elsewhere',
  'HTML with status 200',
  'a connection reset',
  'JSON null',
  'a list',
  'JSON of 100,000 levels',
  'JSON of 100,000 values',
] as const

export type TransportFault = (typeof TRANSPORT_FAULTS)[number]

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

function sendHuge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let left = 50
  const send = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(MEGABYTE)) return response.once('drain', send)
    response.end('{}')
  }
  send()
}

function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 1000)
  response.write('{')
  response.once('close', () => clearInterval(timer))
}

/** Replies with the fault instead of what was requested. */
export function replyWithFault(fault: TransportFault, response: ServerResponse): void {
  const json = (text: string) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  switch (fault) {
    case 'status 500':
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
      break
    case 'no reply':
      break
    case 'one byte per second':
      sendSlowly(response)
      break
    case '50 MB':
      sendHuge(response)
      break
    case 'invalid JSON':
      json('{"access_token":')
      break
    case 'a redirect elsewhere':
      response.writeHead(302, { location: 'http://127.0.0.1:9/evil' }).end()
      break
    case 'HTML with status 200':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
      break
    case 'a connection reset':
      response.socket?.resetAndDestroy()
      break
    case 'JSON null':
      json('null')
      break
    case 'a list':
      json('[{"access_token":"x","token_type":"bearer"}]')
      break
    case 'JSON of 100,000 levels':
      json(`{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
      break
    case 'JSON of 100,000 values':
      json(`{"data":[${'0,'.repeat(99_999)}0]}`)
      break
  }
}
