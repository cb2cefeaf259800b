import type { Commands } from './run-command.ts'

/** Commands for operators. */
export const COMMANDS: Commands = {
  export: {
    answers: {
      run: ['src/operators/export/answers.ts'],
      does: 'prints the answers of finished assessments as pseudonymous CSV (docs/research.md)',
    },
  },
  events: {
    list: { run: ['src/operators/events.ts', 'list'], does: 'counts undelivered results and events' },
    resend: {
      run: ['src/operators/events.ts', 'resend'],
      does: 'queues them again: {results|events} [--given-up | --since 2026-11-01 | --id {assessment}]',
    },
    ping: { run: ['src/operators/ping-webhook.ts'], does: 'posts a signed test message to the webhook' },
  },
}
