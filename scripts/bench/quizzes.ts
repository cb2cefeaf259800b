import { QUESTIONS } from '#quiz/test-plan.ts'
import { startScript } from './process.ts'

const CLIENTS = 8
const SECONDS = 10
const ROUNDS = 3

/** Takes one whole quiz and looks at every reply. */
async function takeQuiz(origin: string): Promise<void> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const created = await fetch(`${origin}/v1/assessments`, { method: 'POST', headers, body: '{"language":"english"}' })
  const cookie = created.headers.get('set-cookie')?.split(';')[0]
  if (cookie) headers.cookie = cookie
  const { data } = (await created.json()) as { data: { id: string } }
  for (let position = 1; position <= QUESTIONS; position++) {
    const url = `${origin}/v1/assessments/${data.id}/answers/${position}`
    const reply = await fetch(url, { method: 'PUT', headers, body: '{"choice":[],"elapsed_ms":1000}' })
    const { data: present } = (await reply.json()) as { data: { answered: number } }
    if (present.answered !== position) throw new Error(`Question ${position} was not answered.`)
  }
}

async function quizzesPerSecond(origin: string, seconds: number): Promise<number> {
  const started = performance.now()
  let taken = 0
  const client = async () => {
    while (performance.now() - started < seconds * 1000) {
      await takeQuiz(origin)
      taken++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return taken / ((performance.now() - started) / 1000)
}

/** Whole quizzes through the API against a bare Fastify that runs the same statements. */
export async function quizFigures(): Promise<string> {
  const ours = await startScript('scripts/bench/app.ts')
  const bare = await startScript('scripts/bench/bare.ts')
  for (const { origin } of [ours, bare]) await quizzesPerSecond(origin, 3)
  let best = { ours: 0, bare: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    best = {
      ours: Math.max(best.ours, await quizzesPerSecond(ours.origin, SECONDS)),
      bare: Math.max(best.bare, await quizzesPerSecond(bare.origin, SECONDS)),
    }
  }
  for (const { process } of [ours, bare]) process.kill()
  return `| whole quizzes through the API, per second | ${best.ours.toFixed(1)} | ${best.bare.toFixed(1)} (bare Fastify, same statements) | ${(best.ours / best.bare).toFixed(2)} | 0.50 |`
}
