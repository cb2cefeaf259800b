import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startBlindSession } from './blind-session.ts'
import { readLanguageBank } from './check/language-bank.ts'
import { itemHash, itemLedger } from './item-readings.ts'
import { type BlindPage, type OpenPage, readingUrls } from './reading-page/page-data.ts'
import { createReadingServer, createSharingServer } from './reading-server.ts'
import { openSharedReadings, recordSharedReadings } from './shared-readings.ts'

const items = readLanguageBank('french').items
const byRef = new Map(items.map((item) => [itemHash(item), item]))
const reader = 'reader fr-9'
const random = () => 0.5

let path: string
let folder: URL
let app: FastifyInstance
let origin: string

async function start(served: Parameters<typeof createReadingServer>[0]): Promise<void> {
  await app?.close()
  app = createReadingServer(served)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
}

const startBlind = (isUnconfirmedOnly = false) =>
  start({ blind: startBlindSession(items, { language: 'french', reader, isUnconfirmedOnly, folder, random }) })

async function send(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const reply = await fetch(origin + url, { method, headers: { ...type, ...headers }, ...json })
  return { status: reply.status, body: await reply.json() }
}

const blindPage = async (): Promise<BlindPage> => (await send('GET', readingUrls.data)).body

/** A judgment of the entry at a place that agrees with key and level. */
async function agreement(place: number) {
  const entry = (await blindPage()).entries[place]
  const item = byRef.get(entry?.ref ?? '')
  if (!entry || !item) throw new Error(`There is no entry ${place}.`)
  return { ref: entry.ref, answer: item.correct[0], defensible: [], note: '', level: item.image ? '' : item.level }
}

beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'readings-'))
  folder = pathToFileURL(`${path}/`)
  await startBlind()
})
afterEach(async () => {
  await app.close()
  rmSync(path, { recursive: true })
})

describe('a blind reading', () => {
  it('gets stems and options, but no id, key, level, point or note', async () => {
    const page = await blindPage()
    expect(page.entries).toHaveLength(items.length)
    for (const entry of page.entries) {
      expect(Object.keys(entry)).toEqual(['ref', 'question', 'image', 'options'])
      const item = byRef.get(entry.ref)
      expect(entry.options.toSorted()).toEqual([...(item?.correct ?? []), ...(item?.incorrect ?? [])].toSorted())
    }
  })

  it('is recorded when the reader finishes, once, with the score', async () => {
    const right = await agreement(0)
    const other = await agreement(1)
    const second = byRef.get(other.ref)?.incorrect[0]
    const wrong = { ...other, defensible: [second], note: 'Both are right.' }
    await send('PUT', readingUrls.judgment, { ...right, answer: '' })
    for (const judgment of [right, wrong]) expect((await send('PUT', readingUrls.judgment, judgment)).status).toBe(200)
    expect(itemLedger('french', folder).read()).toEqual([])

    const { body: score } = await send('POST', readingUrls.finish)
    expect(score).toMatchObject({ readings: 2, confirmed: 1 })
    expect(score.disagreements).toMatchObject([{ key: wrong.answer, defensible: [second], note: 'Both are right.' }])
    await send('POST', readingUrls.finish)
    const rows = itemLedger('french', folder).read()
    expect(rows.map(({ hash, answer, agreed }) => [hash, answer, agreed])).toEqual([
      [right.ref, right.answer, true],
      [wrong.ref, wrong.answer, false],
    ])
    expect(rows[0]).toMatchObject({ reader, item: byRef.get(right.ref)?.id, date: expect.stringMatching(/^\d{4}-/) })
    expect((await send('PUT', readingUrls.judgment, right)).status).toBe(409)
  })

  it('leaves out what this reader has read, and on demand what any reading confirms', async () => {
    const judgment = await agreement(0)
    await send('PUT', readingUrls.judgment, judgment)
    await send('POST', readingUrls.finish)
    await startBlind()
    const refs = (await blindPage()).entries.map(({ ref }) => ref)
    expect(refs).toHaveLength(items.length - 1)
    expect(refs).not.toContain(judgment.ref)
    const another = { language: 'french', reader: 'another', isUnconfirmedOnly: true, folder, random } as const
    expect(startBlindSession(items, another).page().entries).toHaveLength(items.length - 1)
  })

  it('shows again what was judged when the page is loaded again', async () => {
    const { ref, ...judgment } = await agreement(0)
    await send('PUT', readingUrls.judgment, { ref, ...judgment })
    expect((await blindPage()).judged).toEqual({ [ref]: judgment })
  })

  it('records nothing when nothing was read', async () => {
    expect((await send('POST', readingUrls.finish)).status).toBe(409)
    expect(itemLedger('french', folder).read()).toEqual([])
  })

  it.each<[fault: string, change: Record<string, unknown>, status: number]>([
    ['an option that was not shown', { answer: 'zzz' }, 400],
    ['a defensible option that was not shown', { defensible: ['zzz'] }, 400],
    ['four defensible options', { defensible: ['a', 'b', 'c', 'd'] }, 400],
    ['a level that does not exist', { level: 'B3' }, 400],
    ['a naturalness of six', { natural: 6 }, 400],
    ['a note that is too long', { note: 'a'.repeat(1001) }, 400],
    ['a note that is no text', { note: 3 }, 400],
    ['a field too many', { reader: 'somebody else' }, 400],
    ['a ref that is none', { ref: '../../etc' }, 400],
    ['an item that is not here', { ref: '0123456789abcdef' }, 404],
  ])('refuses %s', async (_, change, status) => {
    const place = (await blindPage()).entries.findIndex(({ image }) => !image)
    const reply = await send('PUT', readingUrls.judgment, { ...(await agreement(place)), ...change })
    expect(reply.status).toBe(status)
    expect(reply.body.error.message).not.toBe('')
    expect((await blindPage()).judged).toEqual({})
  })

  it('refuses the answer as another defensible option, and an option named twice', async () => {
    const judgment = await agreement(0)
    const other = byRef.get(judgment.ref)?.incorrect[0]
    for (const defensible of [[judgment.answer], [other, other]])
      expect((await send('PUT', readingUrls.judgment, { ...judgment, defensible })).status).toBe(400)
  })

  it('refuses pages of other sites', async () => {
    const judgment = await agreement(0)
    const foreign = { origin: 'https://elsewhere.example' }
    expect((await send('PUT', readingUrls.judgment, judgment, foreign)).status).toBe(403)
    const renamed = await app.inject({ url: readingUrls.data, headers: { host: 'elsewhere.example' } })
    expect(renamed.statusCode).toBe(403)
  })
})

describe('the bank as an author sees it', () => {
  const open = { language: 'french', level: undefined, item: undefined, random } as const

  it('has key, point in words, notes and reading of each item, from the item asked for', async () => {
    await start({ open: { ...open, level: 'C1', item: 137, folder } })
    const page: OpenPage = (await send('GET', readingUrls.data)).body
    expect(page.start).toBe(137)
    expect(page.entries).toHaveLength(30)
    const entry = page.entries.find(({ item }) => item.id === 137)
    expect(entry?.item).toEqual(items[136])
    expect(entry?.pointName).not.toBe(entry?.item.point)
    expect(entry?.reading).toBe('Nobody has read this wording blind yet.')
    expect(entry?.options.toSorted()).toEqual(
      [...(items[136]?.correct ?? []), ...(items[136]?.incorrect ?? [])].toSorted(),
    )
  })

  it('has no item outside the level, and takes no judgments', async () => {
    await start({ open: { ...open, level: 'B1', item: 137, folder } })
    expect((await send('GET', readingUrls.data)).status).toBe(404)
    expect((await send('PUT', readingUrls.judgment, {})).status).toBe(404)
  })
})

describe('a bank that is shared', () => {
  let link: string

  async function share(): Promise<void> {
    await app?.close()
    const readings = openSharedReadings(items, 'french', folder)
    const welcome = { mode: 'welcome', language: 'french' } as const
    const [server, path] = createSharingServer({ readings, welcome, html: '<html>', publicUrl: undefined })
    app = server
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    link = path
  }

  const join = async (name: string, role = 'teacher'): Promise<string> =>
    (await send('POST', link + readingUrls.readers, { name, role })).body.id

  const pageOf = async (id: string): Promise<BlindPage> => (await send('GET', `${link}/${id}${readingUrls.data}`)).body

  /** A judgment of the reader's entry at a place that agrees with the key. */
  async function judge(id: string, place: number, change: Record<string, unknown> = {}) {
    const entry = (await pageOf(id)).entries[place]
    const item = byRef.get(entry?.ref ?? '')
    const judgment = { ref: entry?.ref, answer: item?.correct[0], defensible: [], note: '', level: '', ...change }
    return { ...(await send('PUT', `${link}/${id}${readingUrls.judgment}`, judgment)), ref: judgment.ref }
  }

  beforeEach(share)

  it('is read by two people at once, each in an order of their own, and survives a new start', async () => {
    const [ana, ben] = [await join('Ana'), await join('Ben', 'first language')]
    const first = await judge(ana, 0, { natural: 5 })
    await judge(ben, 0, { answer: '' })
    await judge(ben, 1)
    const orders = await Promise.all([ana, ben].map(async (id) => (await pageOf(id)).entries.map(({ ref }) => ref)))
    expect(orders[0]).not.toEqual(orders[1])
    await share()
    expect((await pageOf(ana)).entries.map(({ ref }) => ref)).toEqual(orders[0])
    expect(Object.keys((await pageOf(ana)).judged)).toEqual([first.ref])
    expect(Object.keys((await pageOf(ben)).judged)).toHaveLength(2)
  })

  it('becomes rows by one command, which adds only what is new and replaces nothing', async () => {
    const id = await join('Ana')
    await judge(id, 0, { answer: '' })
    await judge(id, 0, { natural: 4 })
    expect(itemLedger('french', folder).read()).toEqual([])
    expect(recordSharedReadings('french', folder)).toEqual(new Map([['Ana, teacher', 1]]))
    await judge(id, 0, { answer: '' })
    await judge(id, 1)
    expect(recordSharedReadings('french', folder)).toEqual(new Map([['Ana, teacher', 1]]))
    const rows = itemLedger('french', folder).read()
    expect(rows.map(({ reader: name, agreed }) => [name, agreed])).toEqual([
      ['Ana, teacher', true],
      ['Ana, teacher', true],
    ])
    expect(rows[0]?.natural).toBe(4)
  })

  it('gives those who join the items first that nobody has read', async () => {
    const id = await join('Ana')
    const { ref } = await judge(id, 0)
    recordSharedReadings('french', folder)
    await share()
    expect((await pageOf(await join('Ben'))).entries.at(-1)?.ref).toBe(ref)
  })

  it.each([
    ['no name', { name: ' ', role: 'teacher' }],
    ['a name of two lines', { name: 'a\nb', role: 'teacher' }],
    ['a name that is too long', { name: 'a'.repeat(61), role: 'teacher' }],
    ['a role that does not exist', { name: 'Ana', role: 'king' }],
  ])('refuses %s', async (_, body) => {
    expect((await send('POST', link + readingUrls.readers, body)).status).toBe(400)
  })

  it('refuses a name that somebody has, readings that are not there, other links and pages of other sites', async () => {
    await join('Ana')
    expect((await send('POST', link + readingUrls.readers, { name: 'Ana', role: 'teacher' })).status).toBe(409)
    for (const path of [`${link}/0123`, '/0123456789', `/0123456789${readingUrls.data}`, readingUrls.data])
      expect((await send('GET', path)).status).toBe(404)
    const foreign = { origin: 'https://elsewhere.example' }
    const body = { name: 'Eve', role: 'teacher' }
    expect((await send('POST', link + readingUrls.readers, body, foreign)).status).toBe(403)
  })

  it('tells a reader neither key nor level before the end, and then both', async () => {
    const id = await join('Ana')
    for (const entry of (await pageOf(id)).entries)
      expect(Object.keys(entry)).toEqual(['ref', 'question', 'image', 'options'])
    await judge(id, 0, { answer: '' })
    const { body: score } = await send('POST', `${link}/${id}${readingUrls.finish}`)
    expect(score).toMatchObject({ readings: 1, confirmed: 0 })
    expect((await pageOf(id)).score).toEqual(score)
  })
})
