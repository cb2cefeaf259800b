import type { Judgment } from '../item-readings.ts'
import type { Score } from '../score.ts'
import { type PageData, readingUrls } from './page-data.ts'

async function request<Reply>(url: string, init?: RequestInit): Promise<Reply> {
  const reply = await fetch(url, init).catch(() => {
    throw new Error('The server does not answer. Is the command still running?')
  })
  const body = await reply.json()
  if (!reply.ok) throw new Error(body.error?.message ?? `The server answers ${reply.status}.`)
  return body
}

/** What the server was started to show. */
export function loadPage(): Promise<PageData> {
  return request(readingUrls.data)
}

/** Hands in the judgment of one item; handed in again it replaces the first. */
export function sendJudgment(ref: string, judgment: Judgment): Promise<unknown> {
  return request(readingUrls.judgment, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ref, ...judgment }),
  })
}

/** Ends the reading: the judgments are recorded. */
export function finishReading(): Promise<Score> {
  return request(readingUrls.finish, { method: 'POST' })
}
