import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({})
})
afterAll(() => world.close())

it.each([
  [`${urls.landing}/`, urls.landing],
  [`${urls.quiz}/?language=german&hl=de`, `${urls.quiz}?language=german&hl=de`],
  [`${urls.account}//`, urls.account],
  ['//elsewhere.example/', '/elsewhere.example'],
])('%s leads to %s', async (address, to) => {
  const { statusCode, headers } = await world.app.inject(address)
  expect([statusCode, headers.location]).toEqual([308, to])
})

it("calls aren't redirected", async () => {
  expect((await world.app.inject(`${urls.login}/`)).statusCode).toBe(404)
})

it.each([
  ['zh_CN', 'zh-CN'],
  ['zh_Hant_TW', 'zh-TW'],
  ['pt_BR', 'pt'],
])('hl=%s is %s', async (hl, locale) => {
  expect((await world.app.inject(`${urls.how}?hl=${hl}`)).body).toContain(`<html lang="${locale}"`)
})

it.each([
  ['same-origin', 200],
  ['cross-site', 403],
  [undefined, 403],
])('a form without a referrer, sent by a page that is %s', async (site, status) => {
  const reply = await world.app.inject({
    method: 'POST',
    url: urls.attempts,
    headers: { origin: 'null', ...(site ? { 'sec-fetch-site': site } : {}) },
    payload: { language: 'german' },
  })
  expect(reply.statusCode === 201 ? 200 : reply.statusCode).toBe(status)
})
