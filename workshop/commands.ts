import type { Commands } from '#operators/run-command.ts'

/** Commands for working on questions, texts, and code. */
export const COMMANDS: Commands = {
  banks: {
    check: {
      run: ['workshop/content/banks/check.ts'],
      does: 'checks the question banks: [--language french] [--spelling] [--release]',
    },
    read: {
      run: ['workshop/content/banks/read.ts'],
      does: 'previews items as a visitor sees them: --language french [--level B2] [--item 137]',
    },
    sheet: {
      run: ['workshop/content/banks/sheet.ts'],
      does: 'prints a sheet for a blind reader: --language french --into sheet [--all | --since main | --draw 12 --seed 7]',
    },
    record: {
      run: ['workshop/content/banks/record.ts'],
      does: 'records a reader’s answers to a sheet: --language french --sheet sheet/sheet.json --answers answers.jsonl --reader "name"',
    },
    notes: {
      run: ['workshop/content/banks/notes-command.ts'],
      does: 'lists, adds, and samples translated notes: [--language german] [--locale ja] [--add f | --sample | --judged f --reader "name"]',
    },
    follow: {
      run: ['workshop/content/banks/follow.ts'],
      does: 'lists what changed in the banks and what to update: [--language french] [--since main | --since release]',
    },
    summary: { run: ['workshop/content/banks/summary.ts'], does: 'writes docs/banks.md' },
    pictures: { run: ['workshop/content/banks/pictures.ts'], does: 'draws the pictures of the questions' },
    simulate: {
      run: ['workshop/content/simulate/run.ts'],
      does: 'simulates test takers under both level rules and writes docs/measurement.md: [--takers 2016] [--seed 7] [--dry]',
    },
  },
  texts: {
    check: { run: ['workshop/content/texts/check.ts'], does: 'checks the interface texts: [--locale de] [--release]' },
    sheet: {
      run: ['workshop/content/texts/sheet.ts'],
      does: 'prints texts next to the English ones: --locale de [--part account] [--unread]',
    },
    record: {
      run: ['workshop/content/texts/record.ts'],
      does: 'records judgments of texts: --locale de --reader "name" --file judgments.jsonl',
    },
    summary: { run: ['workshop/content/texts/summary.ts'], does: 'writes docs/translations.md' },
  },
  bench: {
    speed: {
      run: ['workshop/lab/speed/bench.ts'],
      does: 'measures pages, first load, and startup against peers: [--against FOLDER]',
      isDefault: true,
    },
    lighthouse: { run: ['workshop/lab/speed/lighthouse.ts'], does: 'audits the pages with Lighthouse' },
    image: {
      run: ['workshop/lab/speed/image.ts'],
      does: 'builds and runs the image, and measures its contents and startup (as root, on Debian)',
    },
  },
  browsers: {
    journey: {
      run: ['workshop/lab/browsers/run.ts'],
      does: 'runs one journey in Firefox and WebKit: [firefox|webkit]',
      isDefault: true,
    },
    orca: {
      run: ['workshop/lab/browsers/orca.ts'],
      does: 'runs a whole quiz in Firefox with the screen reader Orca, in English and Arabic (Linux)',
    },
    fold: {
      run: ['workshop/lab/browsers/fold.ts'],
      does: 'counts the questions that fit on a phone without scrolling: [--locale de]',
    },
    screens: {
      run: ['workshop/lab/browsers/screens.ts'],
      does: 'takes the screenshots in docs/screens again, or of every screen: [--into FOLDER] [--locale de] [--width 390] [--theme dark] [--only wall]',
    },
  },
  security: {
    tests: {
      run: ['workshop/lab/security.ts', 'tests'],
      does: 'runs the tests that measure time, repeat often, or need nginx',
      isDefault: true,
    },
    class: {
      run: ['workshop/lab/security.ts', 'tests', 'class'],
      does: 'measures how long thirty learners who start at once wait behind nginx',
    },
    fuzz: {
      run: ['workshop/lab/security.ts', 'fuzz'],
      does: 'sends generated requests to the whole API: [1000000] [seed]',
    },
    audit: { run: ['workshop/lab/audit.ts'], does: 'checks the registry for known vulnerabilities' },
  },
}
