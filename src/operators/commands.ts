import type { Commands } from './run-command.ts'

/** What an operator calls beside the running service. */
export const COMMANDS: Commands = {
  export: {
    answers: {
      run: ['src/operators/export/answers.ts'],
      does: 'prints every answer of finished assessments as CSV, under pseudonyms (docs/research.md)',
    },
  },
  events: {
    refused: { run: ['src/operators/events.ts', 'refused'], does: 'counts the events that the sink refused for good' },
    resend: { run: ['src/operators/events.ts', 'resend'], does: 'sends them again' },
    history: {
      run: ['src/operators/events.ts', 'history'],
      does: 'sends what was stored before the sink was switched on: [2026-11-01]',
    },
    results: {
      run: ['src/operators/results.ts'],
      does: 'lists the results that the webhook never took, or sends results again: [--given-up | --since 2026-11-01 | --id {assessment}]',
    },
  },
}
