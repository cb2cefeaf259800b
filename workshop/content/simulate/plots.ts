import { SVG_WIDTH, svg, svgText } from '#operators/svg.ts'
import { confusionPicture } from '#operators/validity/confusion-picture.ts'
import { LEVELS } from '#quiz/levels.ts'
import { type Figures, rowOf } from './figures.ts'
import { NAMES } from './report.ts'
import { BASE } from './scenario.ts'
import type { Method } from './study.ts'

const SHOWN = ['staircase', 'rescored', 'further', 'maximumInformation'] as const satisfies readonly Method[]
const COLORS: Record<Method, string> = {
  staircase: '#b0451f',
  rescored: '#2563a8',
  routed: '#2563a8',
  further: '#1b7f5c',
  maximumInformation: '#8a8f98',
}
const HEIGHT = 320
const LEFT = 48
const BOTTOM = 268
const TOP = 44

const y = (share: number) => Math.round(BOTTOM - share * (BOTTOM - TOP))

/** Lines at every fifth up to `most`, with their percentages. */
function axis(most: number): string[] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((part) => [
    `<path d="M${LEFT} ${y(part)}H${SVG_WIDTH - 16}" stroke="#e2e5ea"/>`,
    svgText(LEFT - 8, y(part) + 4, `${Math.round(100 * part * most)} %`, 'end'),
  ])
}

function legend(methods: readonly Method[]): string[] {
  return methods.flatMap((method, index) => {
    const x = LEFT + (index % 2) * 290
    const height = HEIGHT - 14 + Math.floor(index / 2) * 18
    return [
      `<rect x="${x}" y="${height - 9}" width="10" height="10" rx="2" fill="${COLORS[method]}"/>`,
      svgText(x + 16, height, NAMES[method], 'start'),
    ]
  })
}

function levelsPlot(figures: Figures): string {
  const bars = SHOWN.flatMap((method, index) =>
    rowOf(figures, BASE, method).agreement.exactByLevel.map((share, level) => {
      const x = LEFT + 14 + level * 95 + index * 18
      return `<rect x="${x}" y="${y(share)}" width="15" height="${BOTTOM - y(share)}" rx="2" fill="${COLORS[method]}"/>`
    }),
  )
  const labels = LEVELS.map((level, index) => svgText(LEFT + 50 + index * 95, BOTTOM + 16, level))
  return svg('Takers who get their true level', HEIGHT + 20, [...axis(1), ...bars, ...labels, ...legend(SHOWN)])
}

function confusionPlot({ confusion }: Figures): string {
  const matrix = (method: 'staircase' | 'rescored') => {
    return { name: NAMES[method], color: COLORS[method], rows: confusion[method] }
  }
  const title = 'Which level takers of each level are given'
  return confusionPicture(title, 'true level', [matrix('staircase'), matrix('rescored')])
}

function confidencePlot(figures: Figures): string {
  const x = (share: number) => Math.round(LEFT + share * (SVG_WIDTH - LEFT - 40))
  const tenths = rowOf(figures, BASE, 'rescored').confidence?.tenths ?? []
  const dots = tenths.map(
    ({ said, was, share }) =>
      `<circle cx="${x(said)}" cy="${y(was)}" r="${(4 + 22 * Math.sqrt(share)).toFixed(1)}" fill="${COLORS.rescored}" fill-opacity="0.75"/>`,
  )
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => svgText(x(part), BOTTOM + 16, `${100 * part} %`))
  return svg('How sure the estimate says it is, and how often it is right', HEIGHT, [
    ...axis(1),
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#8a8f98" stroke-dasharray="4 4"/>`,
    ...dots,
    ...ticks,
    svgText(x(0.5), BOTTOM + 36, 'said; the size of a dot is its share of takers'),
  ])
}

function exposurePlot({ exposure }: Figures): string {
  const most = 0.5
  const lines = (['staircase', 'further', 'maximumInformation'] as const).map((method) => {
    const rates = exposure[method].map(({ rate }) => rate)
    const step = rates.length / 120
    const points = Array.from(
      { length: 121 },
      (_, index) => rates[Math.min(Math.floor(index * step), rates.length - 1)] as number,
    )
    const path = points
      .map((rate, index) => `${LEFT + Math.round(index * 4.75)} ${y(Math.min(rate / most, 1))}`)
      .join('L')
    return `<path d="M${path}" fill="none" stroke="${COLORS[method]}" stroke-width="2"/>`
  })
  return svg('Takers who meet an item, from the most to the least met', HEIGHT + 20, [
    ...axis(most),
    ...lines,
    svgText(
      SVG_WIDTH / 2,
      BOTTOM + 16,
      `the ${exposure.staircase.length} items of all banks; above ${100 * most} % cut off`,
    ),
    ...legend(['staircase', 'further', 'maximumInformation']),
  ])
}

/** The plots by file name. */
export function plots(figures: Figures): Record<string, string> {
  return {
    levels: levelsPlot(figures),
    confusion: confusionPlot(figures),
    confidence: confidencePlot(figures),
    exposure: exposurePlot(figures),
  }
}
