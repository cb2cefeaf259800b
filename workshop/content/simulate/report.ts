import { LEVELS } from '#quiz/levels.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { aimsOf } from './aims.ts'
import { type Figures, type Row, rowOf } from './figures.ts'
import { BASE } from './scenario.ts'
import { type Exposure, METHODS, type Method } from './study.ts'

export const NAMES: Record<Method, string> = {
  staircase: 'staircase (the default)',
  rescored: 'estimate from the staircase’s answers',
  routed: `routed by the estimate, ${QUESTIONS} questions`,
  further: 'routed, with further rounds',
  maximumInformation: 'maximum information, true parameters',
}

const percent = (value: number) => (100 * value).toFixed(1)
const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line), '']
}

function aimsTable(figures: Figures): string[] {
  const show = (value: number, digits: string) => (digits === 'percent' ? `${percent(value)} %` : value.toFixed(3))
  const aims = aimsOf(figures)
  const missed = aims.filter(({ isReached }) => !isReached)
  return [
    '### Aims',
    '',
    ...table(
      ['what', 'aim', 'figure', 'reached'],
      aims.map(({ what, aim, figure, isReached, digits }) => [
        what,
        show(aim, digits),
        show(figure, digits),
        isReached ? 'yes' : '**no**',
      ]),
    ),
    missed.length === 0
      ? 'Every aim is reached.'
      : `Not reached: ${missed.map(({ what, figure, digits }) => `${what} (${show(figure, digits)})`).join('; ')}.`,
    '',
  ]
}

function scenarioRow({ scenario, method, agreement, confidence }: Row): string[] {
  return [
    `${scenario}: ${NAMES[method]}`,
    percent(agreement.exact),
    percent(agreement.withinOne),
    signed(agreement.bias),
    agreement.kappa.toFixed(3),
    agreement.questions.toFixed(1),
    confidence ? percent(confidence.coverage) : '-',
    confidence ? confidence.error.toFixed(3) : '-',
  ]
}

function exposureRow(method: Method, items: readonly Exposure[]): string[] {
  const rates = items.map(({ rate }) => rate)
  const below = (limit: number) => percent(rates.filter((rate) => rate < limit).length / rates.length)
  return [NAMES[method], percent(rates[0] ?? 0), below(0.001), below(0.02)]
}

/** The figures as Markdown. */
export function reportLines(figures: Figures, how: string): string[] {
  const { retakes, clickersAboveA1, calibration, exposure } = figures
  const further = rowOf(figures, BASE, 'further').agreement
  return [
    how,
    '',
    ...aimsTable(figures),
    `With up to two further rounds: ${percent(further.exact)} % exact with ${further.questions.toFixed(1)} questions on average.`,
    '',
    '### Every scenario',
    '',
    ...table(
      [
        'scenario',
        'exact %',
        'within one %',
        'bias (levels)',
        'kappa',
        'questions',
        'band holds %',
        'confidence error',
      ],
      figures.rows.map(scenarioRow),
    ),
    '### Exact, by true level (base, %)',
    '',
    ...table(
      ['method', ...LEVELS],
      METHODS.map((method) => [NAMES[method], ...rowOf(figures, BASE, method).agreement.exactByLevel.map(percent)]),
    ),
    '![Exact agreement by true level](measurement/levels.svg)',
    '',
    '![Which level takers of each level are given](measurement/confusion.svg)',
    '',
    '### How honest the confidence is (base, the staircase’s answers)',
    '',
    ...table(
      ['says %', 'is right %', 'of takers %'],
      (rowOf(figures, BASE, 'rescored').confidence?.tenths ?? []).map((tenth) =>
        [tenth.said, tenth.was, tenth.share].map(percent),
      ),
    ),
    '![Confidence said and confirmed](measurement/confidence.svg)',
    '',
    '### A second attempt, and people who only click',
    '',
    ...table(
      ['method', 'same level %', 'two or more apart %', 'random clickers above A1 %'],
      (['staircase', 'rescored', 'further'] as const).map((method) => [
        NAMES[method],
        percent(retakes[method].same),
        percent(retakes[method].farApart),
        method === 'further' ? '-' : percent(clickersAboveA1[method]),
      ]),
    ),
    '### How many tests bring only new questions (base, the staircase)',
    '',
    ...table(['', ...LEVELS], [['nine in ten takers, at least', ...figures.freshTests.map(String)]]),
    '### Exposure (base)',
    '',
    ...table(
      [
        'method',
        'the most met item, % of its bank’s takers',
        'items never met %',
        'items met by less than 2 % of takers, %',
      ],
      METHODS.map((method) => exposureRow(method, exposure[method])),
    ),
    '![Exposure of items](measurement/exposure.svg)',
    '',
    '### Calibrated difficulties (misfitting banks, the staircase’s answers)',
    '',
    ...table(
      ['calibrating takers a bank', 'exact %, nominal', 'exact %, calibrated', 'exact %, true difficulties'],
      calibration.map(({ traffic, nominal, calibrated, known }) => [
        String(traffic),
        ...[nominal, calibrated, known].map(percent),
      ]),
    ),
  ]
}
