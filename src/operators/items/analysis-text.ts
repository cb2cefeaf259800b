import type { ItemStatistics } from '#quiz/analysis/item-statistics.ts'
import { warningText } from '#quiz/analysis/warnings.ts'
import { LANGUAGES } from '#quiz/languages.ts'

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
/** Options may contain what would end a cell. */
const cell = (text: string) => text.replaceAll('|', '\\|')

function row({ id, level, answers, facility, correlation, drift, slopeResidual, warnings }: ItemStatistics): string {
  const beside = (found: number, expected: number) => `${found.toFixed(2)} (${expected.toFixed(2)})`
  const cells = [
    id,
    level,
    answers,
    facility ? beside(facility.share, facility.expected) : '',
    correlation ? beside(correlation.r, correlation.expected) : '',
    drift ? `${signed(drift.logits)} ± ${drift.standardError.toFixed(1)}` : '',
    slopeResidual === null ? '' : signed(slopeResidual),
    cell(warnings.map(warningText).join('; ')),
  ]
  return `| ${cells.join(' | ')} |`
}

/** The items with warnings of every language as Markdown. */
export function analysisLines({ attempts, items }: { attempts: number; items: readonly ItemStatistics[] }): string[] {
  const tables = LANGUAGES.flatMap((language) => {
    const all = items.filter((item) => item.language === language)
    const doubtful = all.filter(({ warnings }) => warnings.length > 0)
    const head = `## ${language}: ${doubtful.length} of ${all.length} items flagged`
    if (doubtful.length === 0) return ['', head]
    const columns = ['item', 'level', 'answers', 'p (expected)', 'r (expected)', 'drift', 'slope z', 'why']
    return [
      ...['', head, ''],
      `| ${columns.join(' | ')} |`,
      `|${columns.map(() => '---').join('|')}|`,
      ...doubtful.map(row),
    ]
  })
  return [
    '# Item analysis',
    '',
    `${attempts} finished first attempts, ${new Date().toISOString().slice(0, 10)}.`,
    ...tables,
  ]
}
