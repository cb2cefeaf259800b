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
    refused: { run: ['src/operators/events.ts', 'refused'], does: 'counts permanently refused events' },
    resend: { run: ['src/operators/events.ts', 'resend'], does: 'queues them again' },
    history: {
      run: ['src/operators/events.ts', 'history'],
      does: 'queues events stored before forwarding began: [2026-11-01]',
    },
    ping: { run: ['src/operators/ping-webhook.ts'], does: 'posts a signed test message to the webhook' },
    results: {
      run: ['src/operators/results.ts'],
      does: 'lists undelivered results, or resends results: [--given-up | --since 2026-11-01 | --id {assessment}]',
    },
  },
}
