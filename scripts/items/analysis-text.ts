import type { ItemFlag, ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import { LANGUAGES } from '#quiz/languages.ts'

const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
/** Options may hold what would end a cell. */
const cell = (text: string) => text.replaceAll('|', '\\|')

/** A flag in words. */
function flagText(flag: ItemFlag): string {
  switch (flag.reason) {
    case 'harder':
    case 'easier':
      return `${flag.reason} than its level (${signed(flag.logits)} logits): fits ${flag.suggestedLevel}`
    case 'flat':
      return `hardly tells abler takers from others (z ${signed(flag.z)})`
    case 'able_choosers':
      return `the abler choose “${cell(flag.option)}” (z ${signed(flag.z)}): a wrong key, or a second right option?`
    case 'dead_distractor':
      return `hardly anybody chooses “${cell(flag.option)}” (${percent(flag.share)} of wrong picks)`
    case 'dif':
      return `${flag.delta < 0 ? 'harder' : 'easier'} with interface language ${flag.focal} than with ${flag.reference} (class ${flag.class}, ${signed(flag.delta)})`
    case 'overexposed':
      return `${percent(flag.rate)} of ${flag.level ? `takers at ${flag.level}` : 'all takers'} meet it`
    case 'rarely_used':
      return `${percent(flag.rate)} of takers meet it`
    case 'fast_guesses':
      return `${percent(flag.share)} of picks in less than 1.5 seconds`
  }
}

function row({ id, level, answers, facility, correlation, drift, slopeResidual, flags }: ItemStatistics): string {
  const beside = (found: number, expected: number) => `${found.toFixed(2)} (${expected.toFixed(2)})`
  const cells = [
    id,
    level,
    answers,
    facility ? beside(facility.share, facility.expected) : '',
    correlation ? beside(correlation.r, correlation.expected) : '',
    drift ? `${signed(drift.logits)} ± ${drift.standardError.toFixed(1)}` : '',
    slopeResidual === null ? '' : signed(slopeResidual),
    flags.map(flagText).join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The flagged items of every language as Markdown. */
export function analysisLines({ attempts, items }: { attempts: number; items: readonly ItemStatistics[] }): string[] {
  const tables = LANGUAGES.flatMap((language) => {
    const all = items.filter((item) => item.language === language)
    const flagged = all.filter(({ flags }) => flags.length > 0)
    const head = `## ${language}: ${flagged.length} of ${all.length} items flagged`
    if (flagged.length === 0) return ['', head]
    const columns = ['item', 'level', 'answers', 'p (expected)', 'r (expected)', 'drift', 'slope z', 'why']
    return [
      ...['', head, ''],
      `| ${columns.join(' | ')} |`,
      `|${columns.map(() => '---').join('|')}|`,
      ...flagged.map(row),
    ]
  })
  return [
    '# Item analysis',
    '',
    `${attempts} finished first attempts, ${new Date().toISOString().slice(0, 10)}.`,
    ...tables,
  ]
}
