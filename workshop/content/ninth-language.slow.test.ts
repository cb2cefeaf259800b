import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as apiClient from '#harness/api-client.ts'
import type * as testApp from '#harness/test-app.ts'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import type * as languageForms from './texts/language-forms.ts'

/** A throwaway ninth language, added to a copy of the product with the recipe in CONTRIBUTING.md. */
const PORTUGUESE = 'portuguese' as Language

let copy: string
const inCopy = (file: string) => join(copy, file)
const readJson = (file: string) => JSON.parse(readFileSync(inCopy(file), 'utf8'))
const writeJson = (file: string, content: unknown) => writeFileSync(inCopy(file), JSON.stringify(content))

type Picture = { key: string; level: Item['level']; words: Record<string, string>; meanings: { pt: string } }

/** Thirty items per level: the pictures with their words, and meaningless sentences. */
function makeBank(pictures: readonly Picture[]): Item[] {
  const words = pictures.map(({ meanings }) => meanings.pt)
  const pictureItems = pictures.map(({ key, level }, index) => ({
    level,
    question: '',
    correct: [words[index] as string],
    incorrect: [1, 2, 3].map((step) => words[(index + step * 7) % words.length] as string),
    image: key,
    point: 'food',
    why: [],
  }))
  const sentenceItems = (['B1', 'B2', 'C1', 'C2'] as const).flatMap((level) =>
    Array.from({ length: 30 }, (_, place) => ({
      level,
      question: `Frase ${level} ${place}: ____.`,
      correct: [`sim ${level} ${place}`],
      incorrect: [1, 2, 3].map((wrong) => `não ${level} ${place} ${wrong}`),
      image: '',
      point: `G${place}`,
      why: ['a', 'b', 'c'].map((letter) => `It is wrong for reason ${letter}.`),
    })),
  )
  return [...pictureItems, ...sentenceItems].map((item, index) => ({ id: index + 1, ...item }))
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'language-quiz-ninth-'))
  const isProduct = (file: string) => !/\.test\.|^data\/(notes|readings)/.test(file)
  for (const folder of ['src', 'harness', 'workshop/content/texts', 'data'])
    cpSync(folder, inCopy(folder), { recursive: true, filter: isProduct })
  for (const file of ['package.json', 'tsconfig.json']) cpSync(file, inCopy(file))
  for (const folder of ['node_modules', 'db', 'public', 'data/notes']) symlinkSync(resolve(folder), inCopy(folder))

  // First add it only to the list: the checks must report the missing parts.
  const list = 'src/quiz/languages.ts'
  const lines = readFileSync(inCopy(list), 'utf8')
  const italian = "  italian: { tag: 'it', endonym: 'Italiano' },\n"
  expect(lines).toContain(italian)
  writeFileSync(inCopy(list), lines.replace(italian, `${italian}  portuguese: { tag: 'pt', endonym: 'Português' },\n`))
})
afterAll(() => rmSync(copy, { recursive: true }))

describe('a ninth language', () => {
  it('has its name in all interface languages, and missing forms are reported by name', async () => {
    const file = inCopy('workshop/content/texts/language-forms.ts')
    const { formErrors, languageNames, writeOutForms }: typeof languageForms = await import(file)
    expect(languageNames('de')).toMatchObject({ 'language.portuguese': 'Portugiesisch' })
    expect(writeOutForms('en', '{languages:number}: {languages:list}')).toMatch(
      /^Nine: English, .*, Italian or Portuguese$/,
    )
    expect(writeOutForms('fr', '{languages:number} : {languages:list}')).toMatch(/^Neuf : l’anglais, .*, l’italien ou /)
    expect(formErrors('ar')).toEqual([])
    for (const [locale, forms] of Object.entries({
      ru: ['genitive', 'dative', 'title'],
      fr: ['the', 'of'],
      it: ['the'],
    }))
      expect(formErrors(locale).map((error) => error.split(':')[0])).toEqual(
        expect.arrayContaining(forms.map((form) => `${locale} forms.${form}`)),
      )
  })

  it('has a test that can be finished and reviewed once its bank, points, sample, and words exist', async () => {
    const pictures: Picture[] = readJson('data/picture-keys.json')
    writeJson('data/banks/portuguese.json', makeBank(pictures))
    const points = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`G${place}`, `Point ${place}`]))
    const picture = { food: 'Food and drink' }
    writeJson('data/points/portuguese.json', { picture, B1: points, B2: points, C1: points, C2: points })
    writeJson(
      'data/picture-keys.json',
      pictures.map((entry) => ({ ...entry, words: { ...entry.words, portuguese: entry.meanings.pt } })),
    )
    const samples = readJson('data/guide-samples.json')
    const portuguese = { before: 'Ontem eu ', word: 'fui', after: ' ao cinema.', options: ['vou', 'fui', 'ia', 'irei'] }
    writeJson('data/guide-samples.json', { ...samples, portuguese })
    mkdirSync(inCopy('dist'))

    const { startTestApp }: typeof testApp = await import(inCopy('harness/test-app.ts'))
    const { ApiClient }: typeof apiClient = await import(inCopy('harness/api-client.ts'))
    const { newAccount } = await import(inCopy('harness/accounts.ts'))
    const { urls } = await import(inCopy('src/contract/urls.ts'))
    // The copy's pages get language names from this tree's build, which lacks the ninth.
    vi.stubEnv('DEV', true)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const world = await startTestApp()
    const { body: page } = await world.app.inject(urls.quiz)
    expect(new Set(page.match(/\/static\/flags\/\w+\.svg/g)).size).toBe(9)
    expect(page).toContain('Português')
    expect((await world.app.inject(urls.quizIn(PORTUGUESE))).body).toContain('Ontem eu')

    const { client }: { client: InstanceType<typeof ApiClient> } = await newAccount(world)
    const asked: string[] = []
    const done = await client.play(PORTUGUESE, (position) => {
      asked.push(String(position))
      return position % 4 !== 0
    })
    expect([asked.length, done.status, done.language]).toEqual([15, 'finished', PORTUGUESE])
    expect(done.result?.level).toMatch(/^[ABC][12]$/)
    const { body } = await client.send<{ items: { point: { text: string } }[] }>('GET', urls.review(done.id))
    expect(body.data.items).toHaveLength(15)
    for (const { point } of body.data.items) expect(point.text).toMatch(/^(Point \d+|Food and drink)$/)
    await world.close()
    for (const [line] of said.mock.calls) expect(line).toBe('Missing text "language.portuguese" in en')
    expect(said).toHaveBeenCalled()
    said.mockRestore()
    vi.unstubAllEnvs()
  })
})
