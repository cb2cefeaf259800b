/** One subcommand: the file it runs with its first arguments, and a one-line description. */
type Subcommand = { run: readonly [file: string, ...args: string[]]; does: string; isDefault?: true }

/** The subcommands of `npm run {group} -- {subcommand}`. */
export const COMMANDS: Readonly<Record<string, Readonly<Record<string, Subcommand>>>> = {
  banks: {
    check: {
      run: ['scripts/banks/check.ts'],
      does: 'checks the question banks: [--language french] [--spelling] [--release]',
    },
    read: {
      run: ['scripts/banks/read.ts'],
      does: 'shows items as a visitor sees them, or reads them blind: --language french [--level B2] [--item 137] [--blind --reader "name"]',
    },
    sheet: { run: ['scripts/banks/sheet.ts'], does: 'prints a sheet for a blind reader: --language french [--all]' },
    record: {
      run: ['scripts/banks/record.ts'],
      does: 'records the answers to a sheet: --language french --sheet sheet.json --answers answers.jsonl --reader "name"',
    },
    notes: {
      run: ['scripts/banks/notes-command.ts'],
      does: 'lists, adds and samples the translated notes: [--language german] [--locale ja] [--add f | --sample | --judged f --reader "name"]',
    },
    report: { run: ['scripts/banks/report.ts'], does: 'writes docs/banks.md' },
    pictures: { run: ['scripts/banks/pictures.ts'], does: 'draws the pictures of the questions' },
    analyze: { run: ['scripts/items/analyze.ts'], does: 'stores and prints what first attempts say about each item' },
    calibrate: {
      run: ['scripts/items/calibrate.ts'],
      does: 'estimates item parameters from first attempts: [--out file.json]',
    },
    simulate: {
      run: ['scripts/simulate/run.ts'],
      does: 'simulates takers and writes docs/measurement.md: [--takers 2000] [--seed 7] [--dry]',
    },
  },
  texts: {
    check: { run: ['scripts/texts/check.ts'], does: 'checks the interface texts: [--locale de] [--release]' },
    sheet: {
      run: ['scripts/texts/sheet.ts'],
      does: 'prints texts beside the English ones: --locale de [--part account] [--unread]',
    },
    record: {
      run: ['scripts/texts/record.ts'],
      does: 'records what a reader says of texts: --locale de --reader "name" --file judgments.jsonl',
    },
    report: { run: ['scripts/texts/report.ts'], does: 'writes docs/translations.md' },
  },
  import: {
    teachers: { run: ['scripts/import.ts', 'teachers'], does: 'imports teachers: file.json [--replace]' },
    vocabulary: { run: ['scripts/import.ts', 'vocabulary'], does: 'imports vocabulary sets: file.json [--replace]' },
  },
  events: {
    refused: { run: ['scripts/events.ts', 'refused'], does: 'counts the events that the sink refused for good' },
    resend: { run: ['scripts/events.ts', 'resend'], does: 'sends them again' },
    history: {
      run: ['scripts/events.ts', 'history'],
      does: 'sends what was stored before the sink was switched on: [2026-11-01]',
    },
    results: {
      run: ['scripts/results.ts'],
      does: 'lists the results that the webhook never took, or sends results again: [--given-up | --since 2026-11-01 | --id {assessment}]',
    },
  },
  bench: {
    server: {
      run: ['scripts/bench/run.ts'],
      does: 'measures server and engine against peers, into docs/performance.md',
      isDefault: true,
    },
    answer: { run: ['scripts/bench/answer.ts'], does: 'measures from an answer to the next question on screen' },
    picture: { run: ['scripts/bench/picture.ts'], does: "measures drawing a report's picture" },
    insights: { run: ['scripts/bench/insights.ts'], does: 'measures the staff page at a million answers' },
    items: { run: ['scripts/bench/items.ts'], does: 'measures calibration and item analysis at a million answers' },
    move: { run: ['scripts/bench/move.ts'], does: 'measures the move of half a million rows to Postgres: [rows]' },
    image: { run: ['scripts/bench/image.ts'], does: 'measures what the image holds' },
    disk: { run: ['scripts/bench/disk.ts'], does: 'measures how much of the disk a quiz takes in Postgres: [quizzes]' },
    commit: { run: ['scripts/bench/commit.ts'], does: 'measures a durable commit of PGlite' },
    lighthouse: { run: ['scripts/bench/lighthouse.ts'], does: 'audits the pages with Lighthouse' },
  },
  browsers: {
    journey: {
      run: ['scripts/browsers/run.ts'],
      does: 'runs one journey in Firefox and WebKit: [firefox|webkit]',
      isDefault: true,
    },
    screens: {
      run: ['scripts/screens.ts'],
      does: 'draws every screen: [--locale de] [--width 360] [--theme dark] [--only wall,result]',
    },
  },
  security: {
    tests: {
      run: ['scripts/security.ts', 'tests'],
      does: 'runs the tests that measure time, try often or need nginx',
      isDefault: true,
    },
    fuzz: { run: ['scripts/security.ts', 'fuzz'], does: 'sends generated requests to the whole API: [1000000] [seed]' },
    audit: { run: ['scripts/audit.ts'], does: 'asks the registry for known vulnerabilities' },
  },
}
