import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { freshSeed } from '#harness/fresh-seed.ts'
import { readPageState } from '#harness/page-state.ts'
import { newOwner, type Owner } from './cast.ts'
import { ask } from './tour.ts'
import { startWholeApp, type WholeApp } from './whole-app.ts'

/** `npm run security` tries 2,000. */
const CASES = Number(process.env.SECURITY_CASES ?? 40)

const XSS = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" autofocus onfocus="alert(1)',
  '<!--<script>',
  '-->',
  ']]>',
  '{{7*7}}<%= 7*7 %>',
  'javascript:alert(1)',
  '\u2028\u2029</script>',
  '<\u0000script>',
  '&lt;script&gt;&#x3c;script&#62;',
  '\\u003cscript\\u003e',
  '<a href="//evil.example">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '＜script＞',
  '<base href=//evil.example>',
]

const hostile = fc.oneof(
  fc.constantFrom(...XSS),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '\\',
        '=',
        '`',
        ' ',
        '-',
        '!',
        '$',
        '{',
        'script',
        'x',
        '\n',
        '\u2028',
      ),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)

let world: WholeApp
let owner: Owner
beforeAll(async () => {
  world = await startWholeApp()
  owner = await newOwner(world, 'Benign')
})
afterAll(() => world.close())

/** A page's tags with their attribute names, which user text must never change. */
const skeleton = (html: string) => (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'))

const cookie = () => `__Host-sid=${owner.client.cookies.sid}`
const pages = () => [urls.account, urls.quizIn('french'), urls.report(owner.report), urls.community]
const open = async (url: string) => (await ask(world, { url, cookie: cookie() })).body

/** Stored directly in the database, bypassing all cleaning of user text. */
async function store(text: string): Promise<void> {
  await world.db
    .updateTable('users')
    .set({ nickname: text, avatar_file_name: text })
    .where('id', '=', owner.userId)
    .execute()
  await world.db.updateTable('community_posts').set({ text }).where('report_id', '=', owner.report).execute()
  await world.db.updateTable('user_purposes').set({ sub_purpose: text }).where('user_id', '=', owner.userId).execute()
}

it(`v5.0.0-1.2.1, 1.2.3: ${CASES} strings from users stay text on every page that shows them`, {
  timeout: 0,
}, async () => {
  await store('Benign')
  const expected = await Promise.all(pages().map(async (url) => skeleton(await open(url))))
  expect(expected.every((tags) => tags.length > 20)).toBe(true)
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      // Postgres can't store NUL, and a blank name isn't a name.
      const stored = `a${text.replaceAll('\u0000', '').toWellFormed()}`
      await store(stored)
      for (const [index, url] of pages().entries()) expect(skeleton(await open(url)), url).toEqual(expected[index])
      expect(readPageState(await open(urls.quiz)).visitor.login.nickname).toBe(stored)
    }),
    { numRuns: CASES, seed: freshSeed(), examples: XSS.map((text) => [text]) },
  )
})

it('v5.0.0-1.2.1: no part of a URL gets into the markup', async () => {
  for (const page of [urls.landing, urls.quiz, urls.how, urls.privacy, urls.community, '/nothing']) {
    const expected = skeleton((await ask(world, { url: `${page}?hl=x&language=x&level=x&x=1` })).body)
    for (const text of XSS) {
      const value = encodeURIComponent(text)
      const url = `${page}?hl=${value}&language=${value}&level=${value}&x=${value}`
      const { status, body } = await ask(world, { url })
      if (text.includes('\0')) expect([status, body.includes(text)], url).toEqual([400, false])
      else expect(skeleton(body), url).toEqual(expected)
    }
  }
})
