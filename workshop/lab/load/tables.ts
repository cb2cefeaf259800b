import type { CpuShares } from './system.ts'

/** If other programs use more of a core than this, the figures do not count. */
const SHARED_FROM = 0.1

export const ms = (value: number | null | undefined) =>
  value == null ? '-' : value < 10 ? value.toFixed(1) : value.toFixed(0)
export const percent = (share: number) => `${(100 * share).toFixed(0)} %`
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

export function table(head: string[], rows: (string | number)[][]): string[] {
  return [row(head), row(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(row)]
}

export const CPU = ['server', 'Postgres', 'Redis', 'generator', 'others']
export const cpuCells = ({ server, postgres, redis, generator, others }: CpuShares) =>
  [server, postgres, redis, generator, others].map(percent)

export function measuredLine(
  section: { measuredOn: string; versions: string; seed: number; seconds: number },
  shares: readonly CpuShares[],
): string {
  const others = Math.max(...shares.map((cpu) => cpu.others))
  const shared =
    others > SHARED_FROM
      ? ` **The machine was shared: others used up to ${others.toFixed(1)} of its cores, so these figures are not the product's.**`
      : ''
  return `Measured ${section.measuredOn}; ${section.versions}; seed ${section.seed}; phases of ${section.seconds} s.${shared}`
}
