import { writeFileSync } from 'node:fs'
import { writeSection } from '#operators/write-section.ts'
import { QUESTIONS } from '#quiz/test-plan.ts'
import { median } from '../median.ts'
import { type Limit, type Overload, type Product, type Rate, type Results, readResults, type Soak } from './results.ts'
import { CPU, cpuCells, measuredLine, ms, percent, table } from './tables.ts'
import { REQUESTS_OF_A_QUIZ } from './visit.ts'

const FILE = 'docs/load.md'
function rateCells({ share, perSecond, figures, cpu }: Rate): (string | number)[] {
  const { p50, p99, p999, longest, requests, outcomes, generatorLateP99 } = figures
  const bad = outcomes.failed + outcomes['given up'] + outcomes.refused
  return [
    percent(share),
    perSecond.toFixed(1),
    requests,
    ...[p50, p99, p999, longest].map(ms),
    bad,
    outcomes.wrong,
    ms(generatorLateP99),
    ...cpuCells(cpu),
  ]
}

function overloadCells({ share, perSecond, figures, ofPeak, healedAfter, normalMs }: Overload): (string | number)[] {
  const { outcomes, sentAgain, p99, finishedPerSecond } = figures
  return [
    `${share}x`,
    perSecond.toFixed(1),
    finishedPerSecond.toFixed(1),
    percent(ofPeak),
    outcomes.refused,
    sentAgain,
    outcomes.failed + outcomes['given up'],
    outcomes.wrong,
    ms(p99),
    healedAfter === null ? 'not while watched' : healedAfter,
    ms(normalMs),
  ]
}

function productLines(title: string, product: NonNullable<Results['one']>): string[] {
  const { saturation, rates, overloads }: Product = product
  const { clients, perSecond, cpu, cpuMsPerQuiz } = saturation
  return [
    `## ${title}`,
    '',
    measuredLine(product, [cpu, ...rates.map((rate) => rate.cpu), ...overloads.map((one) => one.cpu)]),
    '',
    `Saturation: **${perSecond.toFixed(1)} quizzes a second** (${(perSecond * REQUESTS_OF_A_QUIZ).toFixed(0)} requests) with ${clients} visitors who never pause. Processor time for each quiz: server ${ms(cpuMsPerQuiz.server)} ms, Postgres ${ms(cpuMsPerQuiz.postgres)} ms. In use, of one core each: ${cpuCells(
      cpu,
    )
      .map((share, index) => `${CPU[index]} ${share}`)
      .join(', ')}.`,
    '',
    ...table(
      [
        'load',
        'quizzes/s',
        'requests',
        'p50 ms',
        'p99',
        'p99.9',
        'longest',
        'not finished',
        'wrong',
        'generator late p99',
        ...CPU,
      ],
      rates.map(rateCells),
    ),
    '',
    'Overload, then half load. Aim: at least 80 % of the peak, and normal again within 5 s.',
    '',
    ...table(
      [
        'load',
        'quizzes/s due',
        'finished/s',
        'of peak',
        'refused at the start',
        'answers sent again',
        'failed',
        'wrong',
        'p99 ms of what was taken',
        'normal again after s',
        'normal is ms',
      ],
      overloads.map(overloadCells),
    ),
    '',
  ]
}

function limitLines(limit: NonNullable<Results['limit']>): string[] {
  const { rounds, atHalf, rowsPerQuiz }: Limit = limit
  const middle = (of: (round: Limit['rounds'][number]) => number) => median(rounds.map(of))
  const late = (who: 'ours' | 'limit', of: 'p50' | 'p99') =>
    ms(median(atHalf.map((round) => round[who].figures[of] ?? Infinity)))
  const line = (name: string, who: 'ours' | 'limit') => [
    name,
    middle((round) => round[who].perSecond).toFixed(1),
    middle((round) => round[who].cpuMsPerQuiz.server).toFixed(1),
    middle((round) => round[who].cpuMsPerQuiz.postgres).toFixed(1),
    rowsPerQuiz[who].toFixed(1),
    late(who, 'p50'),
    late(who, 'p99'),
  ]
  const ratio = middle(({ ours, limit }) => ours.perSecond / limit.perSecond)
  const cost = ({ server, postgres }: { server: number; postgres: number }) => server + postgres
  const cpuRatio = middle(({ ours, limit }) => cost(limit.cpuMsPerQuiz) / cost(ours.cpuMsPerQuiz))
  return [
    '## Against the limit: a bare Fastify with one row an attempt',
    '',
    measuredLine(
      limit,
      [...rounds, ...atHalf].flatMap((round) => [round.ours.cpu, round.limit.cpu]),
    ),
    '',
    `One process each, in turn, ${rounds[0]?.ours.clients} visitors who never pause, ${rounds.length} rounds, the middle one; the limit server answers with one statement, two at a round's border, and validates, draws, renders and logs nothing. Ours reaches **${ratio.toFixed(2)}** of its quizzes a second; by processor time for a quiz (server and Postgres) it is ${cpuRatio.toFixed(2)}. Aim: 0.5. The latencies are of both at half of what ours reaches, also in turn; what the limit server has of them is the machine's.`,
    '',
    ...table(
      [
        '',
        'quizzes/s',
        'server ms of processor per quiz',
        'Postgres ms',
        'rows written per quiz',
        'p50 ms at half load',
        'p99',
      ],
      [line('ours', 'ours'), line('limit', 'limit')],
    ),
    '',
  ]
}

function soakLines(section: NonNullable<Results['soak']>): string[] {
  const { saturation, perSecond, minutes, figures, cpu, samples, mbPerMinute }: Soak = section
  const { outcomes } = figures
  const every = Math.max(1, Math.ceil(samples.length / 7))
  const shown = samples.filter((_, index) => index % every === 0 || index === samples.length - 1)
  return [
    `## ${minutes} minutes at half load`,
    '',
    measuredLine(section, [cpu]),
    '',
    `One process, ${perSecond.toFixed(1)} quizzes a second, half of the ${saturation.toFixed(1)} found just before. ${outcomes.finished} quizzes finished, ${outcomes.refused} refused, ${outcomes.failed + outcomes['given up']} failed, ${outcomes.wrong} wrong; ${figures.requests} requests, p50 ${ms(figures.p50)} ms, p99 ${ms(figures.p99)}, p99.9 ${ms(figures.p999)}, longest ${ms(figures.longest)}. Memory after the first 5 minutes: **${mbPerMinute === null ? '-' : `${mbPerMinute.toFixed(2)} MB a minute`}** (aim: under 1). In use, of one core each: ${cpuCells(
      cpu,
    )
      .map((share, index) => `${CPU[index]} ${share}`)
      .join(', ')}.`,
    '',
    ...table(
      ['minute', 'memory MB', 'open files', 'Postgres connections', 'keys in Redis'],
      shown.map((one) => [one.minute.toFixed(0), one.residentMb.toFixed(0), one.files, one.connections, one.redisKeys]),
    ),
    '',
  ]
}

/** Cores of servers that people rent. */
const CORES = [2, 4, 8, 16, 32]

/** Busier than this, a queue grows at the smallest burst. */
const IN_USE = 0.75

/** What more cores would serve if nothing but processor time held them back. */
function coreLines({ saturation: { cpuMsPerQuiz }, measuredOn }: NonNullable<Results['one']>): string[] {
  const { server, postgres } = cpuMsPerQuiz
  const perQuiz = server + postgres
  return [
    `Arithmetic, not a measurement: a quiz takes ${ms(server)} ms of a core in our processes and ${ms(postgres)} ms in Postgres (\`npm run load\`, ${measuredOn}), and cores are used at ${percent(IN_USE)}.`,
    '',
    ...table(
      ['cores in all', 'of them for our processes', 'quizzes a second'],
      CORES.map((cores) => [
        cores,
        ((cores * server) / perQuiz).toFixed(1),
        ((IN_USE * 1000 * cores) / perQuiz).toFixed(0),
      ]),
    ),
  ]
}

const METHOD = `# Load

Written by \`npm run load\` (about eight minutes) and \`npm run load -- --soak\` (half an hour); the data are in \`load.json\`.

The product runs as \`npm run serve\` does, on Postgres and Redis, all on this machine over loopback, beside the generator. Commits are on disk before they are
acknowledged; WAL segments are there to be used again, as on a server that has run for a while (\`min_wal_size\` 1 GB). A quiz is ${QUESTIONS + 2} requests: the start, ${QUESTIONS} answers (55 % right, 15 % "I don't know") and the result, in one of the twelve languages. Every reply is compared: status,
place, each item with the bank, the round's level and the result with the rules. *Wrong* counts quizzes with a reply that differs.

Saturation is found with visitors who never pause. Below and above it visitors arrive by a schedule (Poisson, seeded) that does not wait for the server, with
100 ms from one request of a quiz to the next; latency counts from the moment a request was due, also when the reply before it was late. A reply after 5 s counts as
none. Whoever is refused at the start goes away; an answer that is refused is sent again after \`Retry-After\`, as the browser does.
Overload is normal again once the 99th percentile of every following second is at most twice that of half load (or 50 ms).

Shares of a core count all processes of a part; *others* is whatever else runs on the machine.
`

/** Writes docs/load.md and what docs/scaling.md says of cores from the stored results. */
export function writeReport(): void {
  const { one, two, limit, soak }: Results = readResults()
  const lines = [
    METHOD,
    ...(one ? productLines('One process', one) : []),
    ...(two ? productLines('Two replicas behind nginx', two) : []),
    ...(limit ? limitLines(limit) : []),
    ...(soak ? soakLines(soak) : []),
  ]
  writeFileSync(FILE, `${lines.join('\n').trimEnd()}\n`)
  if (one) writeSection('docs/scaling.md', 'cores', coreLines(one))
}
