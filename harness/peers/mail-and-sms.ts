import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type Listening, listen, readText } from '#server/demo/identity/stand-in.ts'
import { replyWithFault, type TransportFault } from './faults.ts'

/** What a service can do besides accepting a message. */
type Taking = { takesMs: number; afterTaking: (() => void) | undefined }

export type MailPeer = Listening & Taking & { received: Email[]; refusals: number }

/** A real SMTP server that temporarily refuses a given number of messages before accepting one. */
export async function startMail(): Promise<MailPeer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      let text = ''
      for await (const chunk of stream.setEncoding('utf8')) text += chunk
      if (peer.refusals > 0) {
        peer.refusals--
        return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      }
      peer.received.push(await PostalMime.parse(text))
      await sleep(peer.takesMs)
      peer.afterTaking?.()
      done()
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const peer: MailPeer = {
    url: `smtp://127.0.0.1:${port}`,
    close,
    received: [],
    refusals: 0,
    takesMs: 0,
    afterTaking: undefined,
  }
  return peer
}

export type SmsPeer = Listening &
  Omit<Taking, 'afterTaking'> & {
    token: string
    received: { id: string; to: string; text: string }[]
    fault: TransportFault | undefined
    afterTaking: ((response: ServerResponse) => void) | undefined
  }

export async function startSms(): Promise<SmsPeer> {
  const listening = await listen(async (request, response) => {
    const body = JSON.parse(await readText(request))
    if (peer.fault) return replyWithFault(peer.fault, response)
    if (request.headers.authorization !== `Bearer ${peer.token}`) return void response.writeHead(401).end()
    peer.received.push({ id: String(request.headers['idempotency-key']), ...body })
    await sleep(peer.takesMs)
    if (peer.afterTaking) return peer.afterTaking(response)
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":true}')
  })
  const peer: SmsPeer = {
    ...listening,
    token: 'sms-token',
    received: [],
    fault: undefined,
    takesMs: 0,
    afterTaking: undefined,
  }
  return peer
}
