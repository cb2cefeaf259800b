/**
 * `npm run bench -- lighthouse`: the mobile audit of landing, guide, test, the wall and the reports, on the built
 * product, into docs/performance.md. Blocking once more on a really slowed down processor, beside a bare React page
 * that hydrates as many elements: React's slices are short however slow the phone, which Lighthouse's own simulation
 * does not see. And the same once more from the processor time of each task, which other programs on the machine hardly
 * change.
 */

import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import puppeteer, { type Page } from 'puppeteer-core'
import { urls } from '#contract/urls.ts'
import { browserOptions } from '#harness/browser.ts'
import { measuredOn, writeFigures } from '#harness/figures.ts'
import { startServer } from '#harness/server-process.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { median } from '../median.ts'
import { startBarePage } from './bare-page.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = 3
const TRACES = 9
/** Three times slower than Lighthouse's phone. */
const SLOWDOWN = 12

// The demo, because one click signs in.
const server = await startServer()
const bare = await startBarePage()
const browser = await puppeteer.launch({
  executablePath: browserOptions.executablePath ?? chromium.executablePath(),
  args: browserOptions.args ?? [],
})

/**
 * The median of three runs by performance. Keeps the tab's storage, so that a test and a result can be audited on
 * reload.
 */
async function audit(page: Page, path: string): Promise<Result> {
  const results: Result[] = []
  for (let run = 0; run < RUNS; run++) {
    const outcome = await lighthouse(
      `${server.origin}${path}`,
      { output: 'json', onlyCategories: [...CATEGORIES], disableStorageReset: true },
      undefined,
      page,
    )
    if (outcome) results.push(outcome.lhr)
  }
  const performance = (result: Result) => result.categories.performance?.score ?? 0
  return results.sort((one, other) => performance(one) - performance(other))[1] as Result
}

const blockingOf = ({ audits }: Result) => audits['total-blocking-time']?.numericValue ?? 0

async function slowBlocking(page: Page, url: string): Promise<number> {
  const throttling = { cpuSlowdownMultiplier: SLOWDOWN }
  const outcome = await lighthouse(
    url,
    { onlyAudits: ['total-blocking-time'], disableStorageReset: true, throttlingMethod: 'devtools', throttling },
    undefined,
    page,
  )
  return outcome ? blockingOf(outcome.lhr) : Number.NaN
}

/** After this a page has loaded, and drawn all but what it draws once it has settled. */
const LOADED_MS = 2500
/** Longer tasks block presses, by Lighthouse's measure. */
const NO_BLOCKING_MS = 50
const TASK = 'ThreadControllerImpl::RunTask'

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/** What the main thread's tasks exceed 50 ms by, if each takes SLOWDOWN times its processor time. */
async function processorBlocking(page: Page, url: string): Promise<number> {
  await page.tracing.start({ categories: ['toplevel'] })
  await page.goto(url)
  await new Promise((resolve) => setTimeout(resolve, LOADED_MS))
  const trace = Buffer.from((await page.tracing.stop()) ?? []).toString()
  const events: TraceEvent[] = JSON.parse(trace).traceEvents
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const main = new Set(named.map(threadOf))
  const blocking = events
    .filter((event) => event.ph === 'X' && event.name === TASK && main.has(threadOf(event)))
    .map(({ tdur = 0 }) => Math.max((tdur / 1000) * SLOWDOWN - NO_BLOCKING_MS, 0))
  return blocking.reduce((sum, ms) => sum + ms, 0)
}

type Compared = { own: number; bare: number }

const ratioOf = ({ own, bare }: Compared) => (bare > 0 ? (own / bare).toFixed(2) : own > 0 ? '∞' : '–')

/** The blocking of the page and of a bare one with as many elements, taken in turns. */
async function compareBlocking(page: Page, path: string): Promise<string> {
  const nodes = await page.evaluate(() => document.querySelectorAll('#root *').length)
  const compare = async (runs: number, blocking: typeof slowBlocking): Promise<Compared> => {
    const ours: number[] = []
    const theirs: number[] = []
    for (let run = 0; run < runs; run++) {
      ours.push(await blocking(page, `${server.origin}${path}`))
      theirs.push(await blocking(page, `${bare.origin}/?nodes=${nodes}`))
    }
    return { own: median(ours), bare: median(theirs) }
  }
  const slow = await compare(RUNS, slowBlocking)
  const byProcessor = await compare(TRACES, processorBlocking)
  const cells = [slow, byProcessor].flatMap((each) => [Math.round(each.own), Math.round(each.bare), ratioOf(each)])
  return [nodes, ...cells].join(' | ')
}

function row(name: string, result: Result, slow: string): string {
  const { categories, audits } = result
  const scores = CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100))
  const seconds = ((audits['largest-contentful-paint']?.numericValue ?? 0) / 1000).toFixed(2)
  const shift = (audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)
  return `| ${name} | ${scores.join(' | ')} | ${seconds} | ${Math.round(blockingOf(result))} | ${shift} | ${slow} |`
}

function failures({ audits, categories }: Result): string[] {
  return CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? ''}`),
  )
}

const page = await browser.newPage()
await page.setViewport({ width: 412, height: 823, isMobile: true, hasTouch: true })
const rows: string[] = []
const measure = async (name: string, path: string) => {
  const result = await audit(page, path)
  rows.push(row(name, result, await compareBlocking(page, path)))
  console.log(rows.at(-1), failures(result).join('; '))
}

const quiz = '/languageassessment/quiz?language=english'
await measure('landing', '/languageassessment')
await measure('guide', quiz)

await page.goto(`${server.origin}${quiz}`)
const press = async (selector: string) => (await page.waitForSelector(selector))?.click()
await press('main button[class*="primary"]')
await page.waitForSelector('fieldset')
await measure('test', quiz)

await page.goto(`${server.origin}${quiz}`)
for (let position = 1; position <= QUESTIONS; position++)
  await press(`fieldset[data-question="${position}"] label:last-of-type`)
// The wall of a visitor who is not signed in.
await page.waitForSelector('main [inert]', { timeout: 20_000 })
await measure('wall', quiz)

await page.goto(`${server.origin}${urls.demoAccounts}?next=${encodeURIComponent(quiz)}`)
await press('button[value="learner@demo.invalid"]')
await page.waitForSelector('main details', { timeout: 20_000 })
await measure('report', quiz)

// The last audit was of the bare page, on an origin of its own.
await page.goto(`${server.origin}${quiz}`)
const publicReport = await page.evaluate(
  async ({ accountData, reports }) => {
    const account = await (await fetch(accountData)).json()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ assessment_id: account.data.assessments[0].assessment_id })
    const shared = await (await fetch(reports, { method: 'POST', headers, body })).json()
    return new URL(shared.data.url).pathname
  },
  { accountData: urls.accountData, reports: urls.reports },
)
await measure('public report, which search engines may not list', publicReport)

await browser.close()
bare.close()
await server.stop()
writeFigures('docs/performance.md', 'lighthouse', [
  `Lighthouse, mobile, middle of ${RUNS} runs (\`npm run bench -- lighthouse\`, ${measuredOn()}). Aim: 100, LCP under 1.5 s, shift 0, and on a processor slowed down ${SLOWDOWN} times at most 1.3 (the report 2) of the blocking of a bare React page that hydrates as many elements. By processor time: as if each task took ${SLOWDOWN} times the processor time that it takes here; middle of ${TRACES}.`,
  '',
  `| page | performance | accessibility | best practices | SEO | LCP s | blocking ms | shift | elements | blocking ms, ${SLOWDOWN} times slower | bare page | ratio | blocking ms, by processor time | bare page | ratio |`,
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  ...rows,
])
