import type { Judgment } from '../item-readings.ts'
import type { Score } from '../score.ts'
import { type PageData, readingUrls } from './page-data.ts'
import type { ReaderRole } from './words.ts'

/** The server does not answer. */
export class Offline extends Error {}

const base = location.pathname.replace(/\/$/, '')

async function request<Reply>(url: string, method = 'GET', content?: object): Promise<Reply> {
  const body = content && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) }
  const reply = await fetch(base + url, { method, ...body }).catch(() => {
    throw new Offline('The server does not answer. Is the command still running?')
  })
  const data = await reply.json()
  if (!reply.ok) throw new Error(data.error?.message ?? `The server answers ${reply.status}.`)
  return data
}

/** What the server was started to show. */
export function loadPage(): Promise<PageData> {
  return request(readingUrls.data)
}

/** Begins the reading of somebody who was sent the link. @returns the id of the reading */
export function joinReaders(name: string, role: ReaderRole): Promise<{ id: string }> {
  return request(readingUrls.readers, 'POST', { name, role })
}

/** Hands in the judgment of one item; handed in again it replaces the first. */
export function sendJudgment(ref: string, judgment: Judgment): Promise<unknown> {
  return request(readingUrls.judgment, 'PUT', { ref, ...judgment })
}

/** Ends the reading. */
export function finishReading(): Promise<Score> {
  return request(readingUrls.finish, 'POST')
}
