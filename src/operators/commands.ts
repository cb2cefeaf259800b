import type { Commands } from './run-command.ts'

/** What an operator calls beside the running service. */
export const COMMANDS: Commands = {
  banks: {
    analyze: {
      run: ['src/operators/items/analyze.ts'],
      does: 'stores and prints what first attempts say about each item',
    },
    calibrate: {
      run: ['src/operators/items/calibrate.ts'],
      does: 'estimates item parameters from first attempts: [--out file.json]',
    },
    validate: {
      run: ['src/operators/validity/validate.ts'],
      does: 'compares levels with what people know of theirs, and with their second tests: [--json file] [--write], or exports an anonymous table: --export table.csv',
    },
  },
  import: {
    teachers: { run: ['src/operators/import/import.ts', 'teachers'], does: 'imports teachers: file.json [--replace]' },
    vocabulary: {
      run: ['src/operators/import/import.ts', 'vocabulary'],
      does: 'imports vocabulary sets: file.json [--replace]',
    },
    levels: {
      run: ['src/operators/import/import-verdicts.ts'],
      does: "imports teachers' verdicts on people's levels: file.csv",
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
