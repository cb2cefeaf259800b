import { sql } from 'kysely'
import { levelOf } from '#quiz/estimate.ts'
import type { Language } from '#quiz/languages.ts'
import type { KnownSource, LevelFit } from '#quiz/level-claim.ts'
import type { Level } from '#quiz/levels.ts'
import type { LevelRule } from '#quiz/test-plan.ts'
import type { Database } from '../schema.ts'

/** The result of a finished attempt. */
export type ComparedResult = {
  /** The headline's, by the attempt's level rule. */
  level: Level
  estimate: { level: Level; theta: number; standardError: number }
  /** The median time of a question; null if none was timed. */
  medianMs: number | null
  /** The attempt's level rule, and whether an experiment drew it. */
  rule: LevelRule
  isRuleDrawn: boolean
}

/** A finished attempt of an account with what its taker, or a teacher, says of the level. */
export type ClaimRow = ComparedResult & {
  person: number
  language: Language
  interfaceLanguage: string
  finishedAt: Date
  usedUnknown: boolean
  /** Null beside a teacher's verdict, which is about no result. */
  fit: LevelFit | null
  /** What is known of the level, if anything; a certificate also has its id, grade and year. */
  known: {
    source: KnownSource
    level: Level
    certificate: string | null
    grade: string | null
    year: number | null
  } | null
}

/** Two attempts of one account in one language. */
export type RetestPair = { person: number; language: Language; first: ComparedResult; second: ComparedResult }

type ResultRow = Omit<ComparedResult, 'estimate'> & { theta: number; standardError: number }

function toResult({ theta, standardError, ...result }: ResultRow): ComparedResult {
  return { ...result, estimate: { level: levelOf(theta), theta, standardError } }
}

/** What one statement reads, so that none runs long, on either database. */
const CLAIMS_AT_ONCE = 1000
const ACCOUNTS_AT_ONCE = 5000

/** A result as JSON, of the row with this name. */
const resultOf = (row: string) => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql<ResultRow>`json_build_object(
    'level', ${column('level')}, 'theta', ${column('theta')}, 'standardError', ${column('standard_error')},
    'rule', ${column('level_rule')}, 'isRuleDrawn', ${column('rule_drawn')}, 'medianMs', (select percentile_cont(0.5) within group (order by ms) from unnest(${column('elapsed_ms')}) as ms))`
}

/** What takers said of the levels of their attempts, in the order in which these began (the order of their ids). */
export async function findClaims(db: Database): Promise<ClaimRow[]> {
  const claims: ClaimRow[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await db
      .selectFrom('level_claims')
      .innerJoin('assessments', 'assessments.id', 'assessment_id')
      .select(['assessment_id', 'user_id as person', 'language', 'interface_language as interfaceLanguage'])
      .select(['finished_at as finishedAt', 'fit', 'source', 'level_claims.level', 'certificate', 'grade', 'year'])
      .select(
        sql<boolean>`exists (select from jsonb_array_elements(choices) as choice where choice = '[]')`.as(
          'usedUnknown',
        ),
      )
      .select(resultOf('assessments').as('result'))
      .where('assessment_id', '>', after)
      // A claim is about a finished attempt of an account; the oldest results have no estimate.
      .where('theta', 'is not', null)
      .orderBy('assessment_id')
      .limit(CLAIMS_AT_ONCE)
      .$narrowType<{ person: number; finishedAt: Date }>()
      .execute()
    const last = page.at(-1)
    if (!last) return claims
    for (const { assessment_id: _, source, level, certificate, grade, year, result, ...row } of page)
      claims.push({
        ...row,
        ...toResult(result),
        known: source && level ? { source, level, certificate, grade, year } : null,
      })
    after = last.assessment_id
  }
}

const NO_CERTIFICATE = { certificate: null, grade: null, year: null }

/** A verdict this many days from a test, before or after, is about the same ability. */
const VERDICT_DAYS = 90

/**
 * Teachers' verdicts, each with the finished attempt of that account and language that is nearest to its day and within
 * `VERDICT_DAYS`; in the order of the accounts.
 */
export async function findVerdictRows(db: Database): Promise<ClaimRow[]> {
  const found: ClaimRow[] = []
  let [account, tested] = [0, '']
  for (;;) {
    const { rows } = await sql<
      Omit<ClaimRow, keyof ComparedResult | 'fit' | 'known'> & { known: Level; result: ResultRow | null }
    >`
      with page as (
        select user_id, language, level, given_on from level_verdicts
        where (user_id, language) > (${account}::integer, ${tested}::text)
        order by user_id, language limit ${CLAIMS_AT_ONCE}::integer
      )
      select page.user_id as person, page.language, page.level as known, nearest.*
      from page left join lateral (
        select interface_language as "interfaceLanguage", finished_at as "finishedAt",
          exists (select from jsonb_array_elements(choices) as choice where choice = '[]') as "usedUnknown",
          ${resultOf('assessments')} as result
        from assessments
        where user_id = page.user_id and language = page.language and theta is not null
          and abs(finished_at::date - page.given_on) <= ${VERDICT_DAYS}::integer
        order by abs(finished_at::date - page.given_on), id limit 1
      ) as nearest on true
      order by page.user_id, page.language`.execute(db)
    const last = rows.at(-1)
    if (!last) return found
    for (const { result, known, ...row } of rows)
      if (result)
        found.push({
          ...row,
          ...toResult(result),
          fit: null,
          known: { source: 'verdict', level: known, ...NO_CERTIFICATE },
        })
    ;[account, tested] = [last.person, last.language]
  }
}

/** A second test this soon, in days, measures the same ability. */
export const RETEST_DAYS = 14

/**
 * Each finished attempt of an account with the one before it in its language, if both finished within `RETEST_DAYS` of
 * each other: in the order of their accounts, then of time.
 */
export async function findRetests(db: Database): Promise<RetestPair[]> {
  const pairs: RetestPair[] = []
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from users`.execute(db)
  const last = rows[0]?.last ?? 0
  for (let after = 0; after < last; after += ACCOUNTS_AT_ONCE) {
    const page = await sql<{ person: number; language: Language; first: ResultRow; second: ResultRow }>`
      with finished as (
        select id, user_id, language, finished_at, lag(id) over own as before_id, lag(finished_at) over own as before_at
        from assessments
        where user_id > ${after}::integer and user_id <= ${after + ACCOUNTS_AT_ONCE}::integer
          and finished_at is not null and theta is not null
        window own as (partition by user_id, language order by finished_at, id)
      )
      select finished.user_id as person, finished.language, ${resultOf('earlier')} as first, ${resultOf('later')} as second
      from finished
      join assessments as earlier on earlier.id = before_id
      join assessments as later on later.id = finished.id
      where finished.finished_at - before_at <= make_interval(days => ${RETEST_DAYS}::integer)
      order by finished.user_id, finished.finished_at, finished.id`.execute(db)
    for (const { person, language, first, second } of page.rows)
      pairs.push({ person, language, first: toResult(first), second: toResult(second) })
  }
  return pairs
}

/** How many people began a first attempt by a rule that an experiment drew, and how many of them finished it. */
export type RuleCompletion = { rule: LevelRule; begun: number; finished: number }

/** Of browsers whose first drawn attempt is over a day old, so that nobody is still at it. */
export async function findCompletion(db: Database): Promise<RuleCompletion[]> {
  const { rows } = await sql<RuleCompletion>`
    select level_rule as rule, count(*)::integer as begun, count(finished_at)::integer as finished
    from (
      select distinct on (visitor) level_rule, finished_at from assessments
      where rule_drawn and created_at < now() - interval '1 day' order by visitor, id
    ) as firsts
    group by level_rule order by level_rule`.execute(db)
  return rows
}

/** All that is compared: attempts with claims in their order, then those with verdicts; and second tests likewise. */
export type Compared = {
  rows: readonly ClaimRow[]
  pairs: readonly RetestPair[]
  completions: readonly RuleCompletion[]
}

/** Reads all that `npm run banks -- validate` compares. */
export async function findCompared(db: Database): Promise<Compared> {
  return {
    rows: [...(await findClaims(db)), ...(await findVerdictRows(db))],
    pairs: await findRetests(db),
    completions: await findCompletion(db),
  }
}
