import { LEVELS } from '#quiz/constants.ts'
import { BASE } from './scenario.ts'
import { agreementIn, type Figures, METHODS, type Method, type Row } from './study.ts'

const NAMES: Record<Method, string> = {
  staircase: 'staircase (the default)',
  rescored: 'estimate from the staircase’s answers',
  estimate: 'estimate as the level rule',
  maximumInformation: 'maximum information, true parameters',
}

const percent = (value: number) => (100 * value).toFixed(1)
const signed = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line), '']
}

function scenarioRow({ scenario, method, agreement: { exact, withinOne, bias, coverage } }: Row): string[] {
  const figures = [percent(exact), percent(withinOne), signed(bias), coverage === null ? '-' : percent(coverage)]
  return [`${scenario}: ${NAMES[method]}`, ...figures]
}

/** The figures as Markdown. */
export function summaryLines(figures: Figures, how: string): string[] {
  const { rows, retakes, freshTests } = figures
  return [
    how,
    '',
    '### All scenarios',
    '',
    ...table(['scenario', 'exact %', 'within one %', 'bias (levels)', 'in band %'], rows.map(scenarioRow)),
    '### Exact, by true level (base, %)',
    '',
    ...table(
      ['method', ...LEVELS],
      METHODS.map((method) => [NAMES[method], ...agreementIn(figures, BASE, method).exactByLevel.map(percent)]),
    ),
    '### A second attempt (base)',
    '',
    ...table(
      ['method', 'same level %', 'two or more apart %'],
      (['staircase', 'rescored', 'estimate'] as const).map((method) => [
        NAMES[method],
        percent(retakes[method].same),
        percent(retakes[method].farApart),
      ]),
    ),
    '### Consecutive tests with only new questions (base, staircase)',
    '',
    ...table(['', ...LEVELS], [['at least, for nine in ten test takers', ...freshTests.map(String)]]),
  ]
}
