import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { urls } from '#contract/urls.ts'
import { type MailPeer, type SmsPeer, startMail, startSms } from '#harness/peers/mail-and-sms.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import { HANG_MS, timeLimit } from '#harness/time-limit.ts'
import { readSettings } from '#settings/read.ts'
import { configuredSender } from './senders.ts'

let mail: MailPeer
let sms: SmsPeer
let world: TestApp
let people = 0

beforeAll(async () => {
  ;[mail, sms] = await Promise.all([startMail(), startSms()])
  const environment = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Language Quiz <quiz@example.org>',
    SMS_URL: sms.url,
    SMS_TOKEN: sms.token,
  }
  world = await startTestApp(environment, await configuredSender(readSettings(environment)))
})
afterAll(async () => {
  await Promise.all([mail.close(), sms.close()])
  await world.close()
})
beforeEach(() => {
  people++
  mail.received.length = 0
  mail.refusals = 0
  sms.received.length = 0
  sms.fault = undefined
  sms.afterTaking = undefined
})

const ask = async (channel: 'email' | 'phone', target: string) => {
  const payload = { channel, target }
  const reply = await world.app.inject({ method: 'POST', url: urls.codes, payload })
  return { reply, id: reply.json().data?.challenge_id as string }
}
const newPhone = () => `+44740012${String(1000 + people)}`

describe('codes by email', () => {
  it('are sent as text and HTML, from us, to one recipient', async () => {
    const target = `o'neil+quiz${people}@example.com`
    const { reply, id } = await ask('email', target)
    expect(reply.statusCode).toBe(202)
    await expect.poll(() => mail.received.length, { timeout: HANG_MS }).toBe(1)
    const [received] = mail.received
    // Lock screens show the subject.
    expect(received?.subject).not.toMatch(/\d/)
    const code = /\b(\d{6})\b/.exec(received?.text ?? '')?.[1] as string
    expect(received?.from?.address).toBe('quiz@example.org')
    expect(received?.to?.map(({ address }) => address)).toEqual([target])
    expect(received?.text).toContain(`\n\n${code}\n\n`)
    expect(received?.html).toContain(`>${code}<`)
    expect(received?.html).toContain('<html lang="en" dir="ltr">')
    const shown = received?.html?.replace(/<style>.*?<\/style>/s, '')
    expect(`${received?.text}${shown}`).not.toMatch(/[{}]|code\.mail/)
    const cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
    const payload = { challenge_id: id, code }
    const session = await world.app.inject({ method: 'POST', url: urls.sessions, payload, cookies })
    expect(session.statusCode).toBe(201)
  })

  it('F23 are retried when the server refuses at first, and delivered once', async () => {
    mail.refusals = 1
    const { reply } = await ask('email', `again${people}@example.com`)
    expect(reply.statusCode).toBe(202)
    await expect.poll(() => mail.received.length, { timeout: HANG_MS }).toBe(1)
  })
})

it('gives up on a mail server that never stops sending', async () => {
  const server = createServer((socket) => {
    const talk = setInterval(() => socket.write('250-and so on\r\n'), 20)
    socket.on('close', () => clearInterval(talk)).on('error', () => undefined)
    socket.write('220 ready\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const limit = AbortSignal.timeout.bind(AbortSignal)
  const shorter = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limit(ms / 100))
  const SMTP_URL = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { email } = await configuredSender(readSettings({ SMTP_URL, MAIL_FROM: 'quiz@example.org' }))
  const sent = email?.({ id: '1', target: 'ada@example.com', code: '123456', locale: 'en' })
  await expect(sent).rejects.toThrow('aborted')
  expect(shorter).toHaveBeenCalledOnce()
  shorter.mockRestore()
  // Nothing keeps its connection.
  server.close()
  await once(server, 'close')
})

describe('codes by phone', () => {
  it('go to the service with its token', async () => {
    const target = newPhone()
    await ask('phone', target)
    await expect.poll(() => sms.received.length).toBe(1)
    expect(sms.received[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      to: target,
      text: expect.stringMatching(/^\d{6} is your Language Assessment code/),
    })
  })

  it.each(['status 500', 'a redirect elsewhere', 'a connection reset'] as const)(
    'F23 if the service fails (%s), the reply is the same and immediate, and a retry delivers',
    async (fault) => {
      sms.fault = fault
      const begun = Date.now()
      const target = newPhone()
      const { reply } = await ask('phone', target)
      expect([reply.statusCode, Object.keys(reply.json().data)]).toEqual([
        202,
        ['challenge_id', 'sent_to', 'resend_after_seconds'],
      ])
      expect(Date.now() - begun).toBeLessThan(timeLimit(500))
      await new Promise((resolve) => setTimeout(resolve, 300))
      sms.fault = undefined
      await expect.poll(() => sms.received.filter(({ to }) => to === target), { timeout: HANG_MS }).toHaveLength(1)
    },
  )
})

it('F23 a message accepted without a reply is resent with the same id', async () => {
  const target = newPhone()
  // On a busy machine, the previous message may also be resent.
  const own = () => sms.received.filter(({ to }) => to === target)
  sms.afterTaking = (response) => {
    if (own().length === 1) response.socket?.resetAndDestroy()
    else response.writeHead(202).end()
  }
  await ask('phone', target)
  await expect.poll(() => own().length, { timeout: HANG_MS }).toBe(2)
  expect(own()[0]).toEqual(own()[1])
})

it('F23 a hanging service doesn’t delay the reply', async () => {
  sms.fault = 'no reply'
  const begun = Date.now()
  expect((await ask('phone', newPhone())).reply.statusCode).toBe(202)
  expect(Date.now() - begun).toBeLessThan(timeLimit(500))
})

it('the log contains neither the address nor the code', async () => {
  const lines: string[] = []
  const { createMessageQueue } = await import('./message-queue.ts')
  const log = { warn: (...line: unknown[]) => lines.push(JSON.stringify(line)), error: () => {} }
  const fails = async () => {
    throw Object.assign(new Error('550 no such user ada@example.com'), { code: 'EENVELOPE' })
  }
  const queue = createMessageQueue({ email: fails }, log as never)
  queue.post('email', { id: '1', target: 'ada@example.com', code: '123456', locale: 'en' })
  await expect.poll(() => lines.length).toBe(1)
  await queue.close()
  expect(lines.join()).toContain('EENVELOPE')
  expect(lines.join()).not.toMatch(/ada|123456/)
})
