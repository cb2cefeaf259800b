import { flagText } from '#quiz/analysis/flags.ts'
import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import { LANGUAGES } from '#quiz/languages.ts'

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
/** Options may contain what would end a cell. */
const cell = (text: string) => text.replaceAll('|', '\\|')

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
    cell(flags.map(flagText).join('; ')),
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
