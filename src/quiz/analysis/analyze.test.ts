import { describe, expect, it } from 'vitest'
import { type AnalyzedAttempt, analyzeItems } from './analyze.ts'
import type { AnalyzedAnswer } from './item-counts.ts'
import type { ItemName } from './item-statistics.ts'

const OPTIONS = ['key', 'one', 'two', 'three']
const name = (id: number): ItemName => ({ language: 'german', id, version: 'a', level: 'B1' })

function answer(id: number, choice: string[], elapsedMs: number | null = 5000): AnalyzedAnswer {
  const missed = choice.length === 0 ? 'unknown' : 'wrong'
  const response = choice[0] === 'key' ? 'right' : missed
  return { id, version: 'a', level: 'B1', response, options: OPTIONS, key: ['key'], choice, elapsedMs }
}

/** Three B1 answers: the item that is looked at first, then one right and one wrong. */
function attempt(first: AnalyzedAnswer, interfaceLanguage = 'en'): AnalyzedAttempt {
  return { language: 'german', interfaceLanguage, answers: [first, answer(8, ['key']), answer(9, ['one'])] }
}

function analyzed(attempts: readonly AnalyzedAttempt[]) {
  const { add, statistics } = analyzeItems()
  for (const each of attempts) add(each)
  const [item] = statistics([name(1)])
  if (!item) throw new Error('There is no item.')
  return item
}

const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))

describe('item analysis', () => {
  it('counts answers, options and bands of ability', () => {
    const item = analyzed([
      ...times(3, () => attempt(answer(1, ['key']))),
      ...times(2, () => attempt(answer(1, ['two']))),
      attempt(answer(1, [])),
    ])
    expect(item).toMatchObject({
      ...name(1),
      answers: 6,
      right: 3,
      unknown: 1,
      facility: null,
      drift: null,
      warnings: [],
    })
    expect(item.options.map(({ option, chosen, isKey }) => [option, chosen, isKey])).toEqual([
      ['key', 3, true],
      ['two', 2, false],
      ['one', 0, false],
      ['three', 0, false],
    ])
    expect(item.bands.map(({ answers }) => answers).reduce((sum, count) => sum + count)).toBe(6)
    expect(item.options[2]).toMatchObject({ meanAbility: null, z: null })
  })

  it('excludes the item itself from the ability of those who chose an option', () => {
    const item = analyzed([attempt(answer(1, ['key'])), attempt(answer(1, ['two'])), attempt(answer(1, []))])
    const [key, two] = item.options
    // One right and one wrong of the same level remain for each of them; only the visitors before differ.
    expect(key?.meanAbility).toBeCloseTo(two?.meanAbility as number, 1)
  })

  it('reports the share of right answers with its interval', () => {
    const { facility } = analyzed(times(100, (index) => attempt(answer(1, index < 50 ? ['key'] : ['two']))))
    // Wilson 1927: 50 of 100.
    expect(facility?.share).toBe(0.5)
    expect(facility?.lowest).toBeCloseTo(0.4038, 4)
    expect(facility?.highest).toBeCloseTo(0.5962, 4)
  })

  it('finds an item that nobody answers harder than its tag, and one that everybody answers easier', () => {
    const [harder] = analyzed(times(100, () => attempt(answer(1, [])))).warnings
    expect(harder).toMatchObject({ reason: 'harder' })
    const [easier] = analyzed(times(100, () => attempt(answer(1, ['key'])))).warnings
    expect(easier).toMatchObject({ reason: 'easier' })
    expect(analyzed(times(10, () => attempt(answer(1, [])))).warnings).toEqual([])
  })

  it('finds a dead distractor once there are sixty wrong picks', () => {
    const picks = (count: number) =>
      analyzed(
        times(2 * count, (index) => attempt(answer(1, [index % 2 === 0 ? 'key' : index % 4 === 1 ? 'one' : 'two']))),
      )
    const dead = (count: number) => picks(count).warnings.filter(({ reason }) => reason === 'dead_distractor')
    expect(dead(59)).toEqual([])
    expect(dead(60)).toEqual([{ reason: 'dead_distractor', option: 'three', share: 0 }])
  })

  it('finds an item that is harder for one interface language', () => {
    const group = (interfaceLanguage: string, right: number) =>
      times(100, (index) => attempt(answer(1, [index < right ? 'key' : 'two']), interfaceLanguage))
    const odds = analyzed([...group('en', 70), ...group('en', 70), ...group('fr', 30)])
    // With the whole attempt, all who were right would be in one band and the others in another, leaving no pairs to
    // compare.
    expect(odds.dif).toEqual([])
    const spread = (language: string, right: number) =>
      group(language, right).map((each, index) => ({
        ...each,
        answers: [...each.answers, ...times(9, (at) => answer(10 + at, index % 2 === at % 2 ? ['key'] : []))],
      }))
    const [dif] = analyzed([...spread('en', 70), ...spread('en', 70), ...spread('fr', 30)]).dif
    expect(dif).toMatchObject({ focal: 'fr', reference: 'en', answers: 100, class: 'C' })
    expect(dif?.delta).toBeLessThan(-1.5)
  })

  it('warns of fast guesses, but not fast "I don’t know" answers', () => {
    const fast = (choice: string[]) =>
      analyzed(times(200, (index) => attempt(answer(1, index < 100 ? ['key'] : choice, index < 80 ? 6000 : 900))))
    expect(fast(['two']).warnings).toContainEqual({ reason: 'fast_guesses', share: 0.6 })
    expect(fast([]).time).toMatchObject({ fastShare: 0.2 })
    expect(analyzed(times(200, () => attempt(answer(1, ['key'], null)))).time).toBeNull()
  })

  it('measures exposure from the first use of a version, and lists items that nobody saw', () => {
    const { add, statistics } = analyzeItems()
    for (const each of times(300, () => attempt(answer(2, ['key'])))) add(each)
    for (const each of times(200, () => attempt(answer(1, ['key'])))) add(each)
    const [late, early, never] = statistics([name(1), name(2), name(3)])
    expect(late?.exposure?.overall).toBe(1)
    expect(late?.warnings).toContainEqual({ reason: 'overexposed', level: null, rate: 1 })
    expect(early?.exposure?.overall).toBe(0.6)
    expect(never).toMatchObject({ answers: 0, warnings: [{ reason: 'rarely_used', rate: 0 }] })
    const [elsewhere] = statistics([{ ...name(1), language: 'french' }])
    expect(elsewhere).toMatchObject({ answers: 0, exposure: null, warnings: [] })
  })

  it('separates versions of an item', () => {
    const { add, statistics } = analyzeItems()
    add(attempt(answer(1, ['key'])))
    add(attempt({ ...answer(1, ['key']), version: 'b' }))
    expect(statistics([name(1), { ...name(1), version: 'b' }]).map(({ answers }) => answers)).toEqual([1, 1])
  })
})
