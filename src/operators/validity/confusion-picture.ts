import { LEVELS } from '#quiz/levels.ts'
import { SVG_WIDTH, svg, svgText } from '../svg.ts'

/** A confusion matrix with its color; null stands for a row that is not shown. */
export type Confusion = { name: string; color: string; rows: readonly (readonly number[] | null)[] }

const CELL = 40
const LEFTS = [60, 370]

function cellOf(share: number, color: string, x: number, y: number): string {
  const ink = share > 0.7 ? '#ffffff' : '#23272f'
  return `<rect x="${x}" y="${y}" width="${CELL - 2}" height="${CELL - 2}" rx="4" fill="${color}" fill-opacity="${Math.max(share, 0.03).toFixed(2)}"/><text x="${x + 19}" y="${y + 24}" text-anchor="middle" fill="${ink}">${Math.round(100 * share)}</text>`
}

function matrixOf({ name, color, rows }: Confusion, left: number): string[] {
  return [
    svgText(left + 3 * CELL, 50, name),
    ...LEVELS.flatMap((level, row) => {
      const counts = rows[row] ?? null
      const people = counts?.reduce((sum, count) => sum + count, 0) ?? 0
      return [
        svgText(left - 14, 82 + row * CELL, level),
        svgText(left + (row + 0.5) * CELL, 70 + 6 * CELL, level),
        ...(counts ?? []).map((count, column) => cellOf(count / people, color, left + column * CELL, 56 + row * CELL)),
      ]
    }),
  ]
}

/** Two confusion matrices side by side, each row in percent. */
export function confusionPicture(title: string, rows: string, matrices: readonly [Confusion, Confusion]): string {
  return svg(title, 348, [
    ...matrices.flatMap((matrix, index) => matrixOf(matrix, LEFTS[index] as number)),
    svgText(SVG_WIDTH / 2, 334, `rows: ${rows}; columns: level given; % of the row`),
  ])
}
