import { setTimeout as sleep } from 'node:timers/promises'
import { urls } from '#contract/urls.ts'
import { startMail, startSms } from '#harness/peers/mail-and-sms.ts'
import { startServer } from '#harness/server-process.ts'
import type { Fault, Tally } from '../fault.ts'
import { startTcpFront } from '../tcp-front.ts'

/** The maximum wait for a reply, whatever the service does. */
const MAX_REPLY_MS = 500
/** The message queue retries after one second and after five. */
const MAX_DELIVERY_MS = 10_000
const SLOW_MS = 3000
const DOWN_MS = 2500

type Channel = 'email' | 'phone'

async function startSenders() {
  const [mail, sms] = await Promise.all([startMail(), startSms()])
  const front = await startTcpFront(Number(new URL(mail.url).port))
  const smsFront = await startTcpFront(Number(new URL(sms.url).port))
  const server = await startServer({
    mode: 'serve',
    env: {
      SMTP_URL: `smtp://127.0.0.1:${front.port}`,
      SMS_URL: `http://127.0.0.1:${smsFront.port}`,
      SMS_TOKEN: sms.token,
      MAILS_PER_DAY: '1000000',
      SMS_PER_DAY: '1000000',
    },
  })
  /** The ids of the messages a target got; a service that deduplicates by id delivers each once. */
  const idsFor = (target: string) => [
    ...mail.received
      .filter(({ to }) => to?.some(({ address }) => address === target))
      .map(({ messageId = '' }) => messageId),
    ...sms.received.filter(({ to }) => to === target).map(({ id }) => id),
  ]
  return { mail, sms, fronts: { email: front, phone: smsFront }, server, idsFor }
}

type World = Awaited<ReturnType<typeof startSenders>>
type Trouble = { name: string; tries: number; cause: (world: World, channel: Channel) => unknown }

function repair({ mail, sms }: World): void {
  Object.assign(mail, { refusals: 0, takesMs: 0, afterTaking: undefined })
  Object.assign(sms, { fault: undefined, takesMs: 0, afterTaking: undefined })
}

const TROUBLES: Trouble[] = [
  {
    name: 'down',
    tries: 1,
    cause: async ({ fronts }, channel) => {
      await fronts[channel].leave()
      setTimeout(() => void fronts[channel].comeBack(), DOWN_MS)
    },
  },
  {
    name: 'slow',
    tries: 1,
    cause: ({ mail, sms }, channel) => Object.assign(channel === 'email' ? mail : sms, { takesMs: SLOW_MS }),
  },
  {
    name: 'refuses for a while',
    tries: 1,
    cause: ({ mail, sms }, channel) => {
      if (channel === 'email') mail.refusals = 1
      else sms.fault = 'status 500'
      setTimeout(() => Object.assign(sms, { fault: undefined }), 500)
    },
  },
  {
    name: 'accepts it, and the reply is lost',
    tries: 2,
    cause: ({ mail, sms, fronts }, channel) => {
      const lose = () => {
        Object.assign(channel === 'email' ? mail : sms, { afterTaking: undefined })
        fronts[channel].cut()
      }
      Object.assign(channel === 'email' ? mail : sms, { afterTaking: lose })
    },
  },
  {
    name: 'accepts it and replies twice',
    tries: 1,
    cause: ({ mail, sms, fronts }, channel) => {
      if (channel === 'email') mail.afterTaking = () => fronts.email.say('250 2.0.0 OK\r\n')
      else
        sms.afterTaking = ({ socket }) =>
          void socket?.write('HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\n{}'.repeat(2))
    },
  },
]

async function askFor(world: World, channel: Channel, target: string): Promise<{ answer: string; ms: number }> {
  const begun = performance.now()
  const reply = await fetch(`${world.server.origin}${urls.codes}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel, target }),
  })
  const ms = performance.now() - begun
  const { data } = (await reply.json()) as { data?: object }
  return { answer: `${reply.status} ${Object.keys(data ?? {})}`, ms }
}

async function run(count: number): Promise<Tally> {
  const tally: Tally = { injections: 0, acknowledged: 0, lost: 0, wrong: 0, exits: 0, broken: [] }
  const world = await startSenders()
  for (let n = 0; n < count; n++) {
    const channel: Channel = n % 2 ? 'phone' : 'email'
    const { name, tries, cause } = TROUBLES[Math.floor(n / 2) % TROUBLES.length] as Trouble
    const target = channel === 'email' ? `person${n}@example.com` : `+44740012${1000 + n}`
    await cause(world, channel)
    const { answer, ms } = await askFor(world, channel, target)
    tally.injections++
    if (answer !== '202 challenge_id,sent_to,resend_after_seconds') tally.broken.push(`${channel} ${name}: ${answer}`)
    else tally.acknowledged++
    if (ms > MAX_REPLY_MS) tally.broken.push(`${channel} ${name}: ${Math.round(ms)} ms`)
    const end = performance.now() + MAX_DELIVERY_MS
    while (world.idsFor(target).length < tries && performance.now() < end) await sleep(20)
    // A duplicate would arrive now.
    await sleep(SLOW_MS + 1500)
    const ids = world.idsFor(target)
    if (ids.length === 0) tally.lost++
    if (ids.length !== tries || new Set(ids).size > 1) tally.wrong++
    repair(world)
  }
  tally.exits = world.server.process.exitCode === null ? 0 : 1
  await world.server.stop()
  await Promise.all([world.mail.close(), world.sms.close(), world.fronts.email.leave(), world.fronts.phone.leave()])
  return tally
}

export const senders: Fault = {
  id: 'F23',
  title: 'mail and text messages: the service is down, slow, or refuses; its reply is lost or duplicated',
  limit: 'the same immediate reply, delivery on a later try, 1 message per id',
  count: 10,
  run,
}
