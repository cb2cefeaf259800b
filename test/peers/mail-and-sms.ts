import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type Listening, listen, readText } from '#server/demo/identity/listen.ts'
import { answerWithFault, type TransportFault } from './faults.ts'

export type MailPeer = Listening & { received: Email[]; refusals: number }

/** A real SMTP server; it refuses as many messages as told, for a while, before it takes one. */
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
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const peer: MailPeer = { url: `smtp://127.0.0.1:${port}`, close, received: [], refusals: 0 }
  return peer
}

export type SmsPeer = Listening & {
  token: string
  received: { to: string; text: string }[]
  fault: TransportFault | undefined
}

export async function startSms(): Promise<SmsPeer> {
  const listening = await listen(async (request, response) => {
    const body = JSON.parse(await readText(request))
    if (peer.fault) return answerWithFault(peer.fault, response)
    if (request.headers.authorization !== `Bearer ${peer.token}`) return void response.writeHead(401).end()
    peer.received.push(body)
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":true}')
  })
  const peer: SmsPeer = { ...listening, token: 'sms-token', received: [], fault: undefined }
  return peer
}
