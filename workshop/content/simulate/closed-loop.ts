import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { calibrateAttempts } from '#operators/items/calibrate-attempts.ts'
import type { Item } from '#quiz/bank.ts'
import type { ItemSources } from '#quiz/draw.ts'
import { estimateAbility, type ItemParameters } from '#quiz/estimate.ts'
import { LANGUAGES, type Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { QUESTIONS, ROUND_SIZE } from '#quiz/test-plan.ts'
import { type Banks, itemVersion } from '#server/banks/banks.ts'
import { loadCalibration } from '#server/banks/calibration.ts'
import { openInMemory } from '#server/db/connection/pglite.ts'
import type { Database } from '#server/db/schema.ts'
import { findCompared } from '#server/db/tables/validity.ts'
import type { Figure } from '#server/validity/interval.ts'
import { SEED } from '#server/validity/shown.ts'
import { validityReport } from '#server/validity/validity.ts'
import { makeTaker, type Scenario, trueParameters } from './scenario.ts'
import { sit } from './study.ts'

/** Numbers of the calibrating takers, far from those of the scored ones. */
const TRAFFIC_FROM = 20_000_000
const AT_ONCE = 200

const idOf = (number: number) => `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** What the database keeps of a taker's fifteen answers. */
type Sat = { number: number; language: Language; items: Item[]; responses: string[]; known: Level } & Pick<
  ReturnType<typeof estimateAbility>,
  'level' | 'theta' | 'standardError'
>

function rowOf({ number, language, items, responses, known, level, theta, standardError }: Sat) {
  const asked = items.map((item) => ({
    ...{ item_id: item.id, item_version: itemVersion(item), level: item.level, correct: item.correct },
    ...{ options: [...item.correct, ...item.incorrect], question: '', image: '' },
  }))
  const choiceOf = (response: string, { correct, incorrect }: Item) =>
    response === 'right' ? correct : response === 'wrong' ? incorrect.slice(0, 1) : []
  return {
    ...{ id: idOf(number), name: `p${number}`, language, known, level, theta, standard_error: standardError },
    earlier: asked.slice(0, -ROUND_SIZE),
    round: asked.slice(-ROUND_SIZE),
    choices: responses.map((response, index) => choiceOf(response, items[index] as Item)),
    is_correct: responses.map((response) => response === 'right'),
  }
}

/** Stores finished attempts of accounts; `hasCertificate`: with a certificate of the level that they know. */
async function store(db: Database, sats: readonly Sat[], hasCertificate: boolean): Promise<void> {
  for (let start = 0; start < sats.length; start += AT_ONCE) {
    const rows = JSON.stringify(sats.slice(start, start + AT_ONCE).map(rowOf))
    const given = sql`jsonb_to_recordset(${rows}::jsonb) as given (id uuid, name text, language text, known text, level text,
      theta float8, standard_error float8, earlier jsonb, round jsonb, choices jsonb, is_correct boolean[])`
    await sql`insert into users (nickname, avatar_file_name) select name, 'a' from ${given}`.execute(db)
    await sql`insert into assessments (id, visitor, user_id, flow_id, language, interface_language, level_rule, finished_at,
        level, than, theta, standard_error, earlier, round, answered, choices, is_correct, elapsed_ms, answered_at)
      select given.id, name, users.id, 'f', language, 'en', 'estimate', now(), level, 50, theta, standard_error, earlier, round,
        ${QUESTIONS}::integer, choices, is_correct, array_fill(6000, array[${QUESTIONS}::integer]), array_fill(now(), array[${QUESTIONS}::integer])
      from ${given} join users on users.nickname = name`.execute(db)
    if (hasCertificate)
      await sql`insert into level_claims (assessment_id, fit, source, certificate, grade, year, level)
        select id, 'about_right', 'certificate', 'planted', known, 2026, known from ${given}`.execute(db)
  }
}

export type LoopOptions = {
  banks: Banks
  scenario: Scenario
  seed: number
  /** Calibrating and scored takers of each bank. */
  traffic: number
  scored: number
}

export type Loop = {
  /** The share that `validate` finds exact by the estimate from fifteen questions, by the parameters used. */
  exact: Record<'nominal' | 'calibrated' | 'known', { share: Figure; n: number; exposure: number }>
  /** How many attempts and items the calibration rests on. */
  calibrated: { attempts: number; items: number }
}

/**
 * Closes the loop on planted people, each step as an operator takes it: finished attempts in a database, what
 * `npm run banks -- calibrate` makes of them, read as CALIBRATION names it, other people who take the test with it
 * under the estimate, their certificates (without error), and what `validate` says. Nothing of it looks at an ability.
 */
export async function closeLoop({ banks, scenario, seed, traffic, scored }: LoopOptions): Promise<Loop> {
  const truth = LANGUAGES.map((language, index) => trueParameters(banks[language], scenario, seed, index))
  const takes = (from: number, each: number, parametersOf: (language: Language) => ItemSources['parametersOf']) =>
    LANGUAGES.flatMap((language, bankIndex) =>
      Array.from({ length: each }, (_, index): Sat => {
        const taker = makeTaker(from + bankIndex * each + index, scenario, seed)
        const own = truth[bankIndex] as Map<number, ItemParameters>
        const sitting = { taker, bank: banks[language], truth: own, seed }
        const { items, answers } = sit('estimate', sitting, 0, undefined, parametersOf(language))
        const first = answers.slice(0, QUESTIONS)
        const { level, theta, standardError } = estimateAbility(first)
        const responses = first.map(({ response }) => response)
        return {
          ...{ number: taker.number, language, known: taker.level, level, theta, standardError, responses },
          items: items.slice(0, QUESTIONS),
        }
      }),
    )

  const folder = mkdtempSync(join(tmpdir(), 'language-quiz-loop-'))
  const first = await openInMemory()
  await store(
    first.db,
    takes(TRAFFIC_FROM, traffic, () => () => null),
    false,
  )
  const found = await calibrateAttempts(first.db, () => undefined)
  await first.close()
  const file = join(folder, 'calibration.json')
  writeFileSync(file, JSON.stringify({ version: 'planted', ...found }))
  const { parametersOf } = loadCalibration(file)
  rmSync(folder, { recursive: true })

  const measured = async (of: (language: Language) => ItemSources['parametersOf']) => {
    const sats = takes(0, scored, of)
    const opened = await openInMemory()
    await store(opened.db, sats, true)
    const report = validityReport(await findCompared(opened.db), SEED)
    await opened.close()
    const all = report.filtered.sources[0]?.all
    if (!all) throw new Error('Nobody has a certificate.')
    const met = new Map<string, number>()
    for (const { language, items } of sats)
      for (const { id } of items) met.set(`${language} ${id}`, (met.get(`${language} ${id}`) ?? 0) + 1)
    return { share: all.estimate.exact, n: all.n, exposure: Math.max(...met.values()) / scored }
  }
  return {
    exact: {
      nominal: await measured(() => () => null),
      calibrated: await measured((language) => (item) => parametersOf(language, item.id, itemVersion(item))),
      known: await measured((language) => (item) => truth[LANGUAGES.indexOf(language)]?.get(item.id) ?? null),
    },
    calibrated: { attempts: found.attempts, items: found.items.length },
  }
}

const PARAMETERS = {
  nominal: 'the levels’ own',
  calibrated: 'calibrated',
  known: 'the true ones',
} as const satisfies Record<keyof Loop['exact'], string>

/** The loop as Markdown. */
export function loopLines({ exact, calibrated }: Loop, { traffic }: Pick<LoopOptions, 'traffic'>): string[] {
  const percent = (share: number) => (100 * share).toFixed(1)
  const rows = Object.entries(PARAMETERS).map(([name, words]) => {
    const { share, n, exposure } = exact[name as keyof Loop['exact']]
    return `| ${words} | ${n} | ${percent(share.value)} (${percent(share.low)} to ${percent(share.high)}) | ${percent(exposure)} |`
  })
  return [
    `The loop, closed: ${calibrated.attempts} planted people (${traffic} a bank, misfitting banks) took the test, \`calibrate\` found parameters of ${calibrated.items} items, and others took it under the estimate. Certificates are without error; \`validate\` measures.`,
    '',
    '| parameters | n | exact %, fifteen questions | the most met item, % of its bank’s takers |',
    '|---|--:|--:|--:|',
    ...rows,
  ]
}
