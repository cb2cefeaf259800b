import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { newAccount } from '#harness/accounts.ts'
import type { ApiClient } from '#harness/api-client.ts'
import { startTestDemo, type TestApp } from '#harness/test-app.ts'

/** Rules from the standard and for accessibility, but not for markup style, which is up to React. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard', 'html-validate:a11y'] })

let world: TestApp
let learner: ApiClient
let report: string
beforeAll(async () => {
  world = await startTestDemo()
  learner = (await newAccount(world, { learning_language: 'german', nickname: 'Lena & <Co>' })).client
  const { id } = await learner.play('german', (position) => position < 8)
  await learner.start('french')
  report = (await learner.send<{ url: string }>('POST', urls.reports, { assessment_id: id })).body.data.url
})
afterAll(() => world.close())

async function errorsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) => `${line}:${column} ${ruleId}: ${message} (${selector})`,
    ),
  )
}

describe('the HTML validator', () => {
  it('reports a planted error', async () => {
    expect(
      await errorsOf(
        '<!doctype html><html lang="en"><head><title>x</title></head><body><p><div></div></p></body></html>',
      ),
    ).not.toEqual([])
  })

  it.each([
    urls.landing,
    `${urls.landing}?hl=ar`,
    urls.quiz,
    urls.quizIn('french'),
    urls.how,
    urls.accessibility,
    urls.terms,
    urls.privacy,
    urls.account,
    urls.teachers('german'),
    urls.community,
    '/languageassessment/nothing',
    urls.demoAccounts,
    urls.demoMailbox,
  ])('finds no error in %s, signed in or not', async (url) => {
    for (const { body } of [await world.app.inject(url), await learner.page(url)])
      expect(await errorsOf(body)).toEqual([])
  })

  it('finds no error in a public report, a teacher and a vocabulary set', async () => {
    const teachers = (await learner.page(urls.teachers('german'))).body
    const teacher = teachers.match(/href="(\/teacher\/[^"]+)"/)?.[1]
    const addresses = [new URL(report, 'http://host').pathname, teacher, urls.vocabularySet(1)]
    for (const url of addresses) {
      const { body, statusCode } = await learner.page(url as string)
      expect([url, statusCode, await errorsOf(body)]).toEqual([url, 200, []])
    }
  })
})
