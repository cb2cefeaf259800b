import { describe, expect, it } from 'vitest'
import { levelCenter } from '#quiz/estimate.ts'
import type { ClaimSource } from '#quiz/level-claim.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import type { ClaimRow, RetestPair } from '#server/db/tables/validity.ts'
import { validityReport } from '#server/validity/validity.ts'
import { validityLines } from './validity-text.ts'

/** Some certificate. */
const GOETHE = { certificate: 'goethe', grade: 'B1' }

const resultAt = (level: Level, medianMs = 5000) => ({
  ...{ level, medianMs, rule: 'staircase' as const, isRuleDrawn: false },
  estimate: { level, theta: levelCenter(level), standardError: 0.5 },
})

/** People of whom the first `off` are given a level above the one that they know. */
function people(
  count: number,
  off: number,
  more: Partial<ClaimRow> = {},
  source: ClaimSource = 'certificate',
): ClaimRow[] {
  return Array.from({ length: count }, (_, index) => {
    const known = LEVELS[index % 5] as Level
    const given = index < off ? (LEVELS[(index % 5) + 1] as Level) : known
    return {
      ...resultAt(given),
      ...{ person: index, language: 'english', interfaceLanguage: 'en', usedUnknown: true },
      ...{
        finishedAt: new Date('2026-11-01'),
        fit: 'about_right',
        known: { source, level: known, ...GOETHE, year: 2024 },
      },
      ...more,
    } satisfies ClaimRow
  })
}

const reportOf = (rows: readonly ClaimRow[], pairs: readonly RetestPair[] = []) =>
  validityReport({ rows, pairs, completions: [] }, 1)
const textOf = (...given: Parameters<typeof reportOf>) => validityLines(reportOf(...given), 'today').join('\n')

describe('the text', () => {
  it('says that nobody has said anything', () => {
    expect(textOf([])).toContain('Too few people have said anything yet.')
  })

  it('has whatever twenty people say and nothing that nineteen do', () => {
    const nineteen = people(19, 2, { person: 7, language: 'french', interfaceLanguage: 'fr' })
    const rows = [...people(20, 3), ...nineteen.map((row, index) => ({ ...row, person: 50 + index }))]
    const { sources, fits } = reportOf(rows).filtered
    expect(sources[0]?.all.n).toBe(39)
    const shown = sources[0]?.groups.map(({ by, value, measured }) => [by, value, measured.n])
    expect(shown).toContainEqual(['language', 'english', 20])
    expect(JSON.stringify([shown, fits])).not.toMatch(/french|"fr"|19/)
    // No level is known by twenty.
    expect(sources[0]?.all.headline.confusion).toEqual(LEVELS.map(() => null))
    expect(textOf(people(19, 2))).toContain('Too few people')
    expect(textOf(rows)).not.toMatch(/french|\b(NaN|undefined|null)\b/)
  })

  it.each([
    ['go', 400, 40],
    ['no go', 400, 200],
    ['open', 400, 115],
  ])('never says %s without the interval and n', (verdict, count, off) => {
    const text = textOf(people(count, off))
    const lines = text.split('\n').filter((line) => line.includes(`**${verdict}`))
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).toMatch(/Exact \d+\.\d \(\d+\.\d to \d+\.\d\) % .* n = 400\./)
  })

  it('gives no verdict on what people guess of themselves', () => {
    const text = textOf(people(400, 40, {}, 'own'))
    expect(text).toContain('### Their own guess')
    expect(text).not.toContain('**go**')
  })

  it('tells groups apart by language, interface, use of “I don’t know”, years and rule', () => {
    const rows = [
      ...people(40, 4),
      ...people(40, 4, { language: 'korean', interfaceLanguage: 'ja', usedUnknown: false, rule: 'estimate' }).map(
        (row) => ({
          ...row,
          known: { source: 'certificate' as const, level: row.known?.level as Level, ...GOETHE, year: 2026 },
        }),
      ),
    ]
    const groups = reportOf(rows).filtered.sources[0]?.groups.map(({ by, value }) => `${by}: ${value}`)
    expect(groups?.sort()).toEqual(
      [
        ...['language: english', 'language: korean', 'interface language: en', 'interface language: ja'],
        ...['“I don’t know”: used', '“I don’t know”: never used', 'level rule: staircase', 'level rule: estimate'],
        ...['certificate to test: 1 to 2 years', 'certificate to test: the same year'],
      ].sort(),
    )
  })

  it('shows second tests, and leaves out the careless ones', () => {
    const pairs = Array.from({ length: 60 }, (_, index) => ({
      ...{ person: index, language: 'german' as const },
      first: resultAt('B1'),
      second: resultAt(index < 15 ? 'B2' : index < 18 ? 'C1' : 'B1', index < 30 ? 5000 : 900),
    }))
    const { filtered, everybody } = reportOf([], pairs)
    expect(filtered.retests[0]).toMatchObject({ n: 30, headline: { same: { value: 0.4 }, twoApart: { value: 0.1 } } })
    expect(everybody.retests[0]).toMatchObject({ n: 60, headline: { same: { value: 0.7 } } })
    const text = textOf([], pairs)
    expect(text).toContain('| german | headline | 30 | 40.0 (')
    expect(text).toContain('30 of 60 second tests')
  })
})
