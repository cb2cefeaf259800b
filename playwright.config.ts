import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from '#harness/browser.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './test/e2e/global-setup.ts',
  testMatch: 'test/e2e/*.e2e.ts',
  // Tagged tests cover rare settings, and what server or component tests also prove: `npm run test:all` runs them.
  projects: [
    { name: 'every change', grepInvert: /@slow/ },
    { name: 'slow', grep: /@slow/ },
  ],
  outputDir: 'test-results/browser',
  // Tests wait as much as they compute; with one file per worker, most would wait for the longest file at the end.
  workers: 4,
  fullyParallel: true,
  // Whole quizzes take ten seconds on an idle machine; on a busy one only a hang takes longer than this.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Moving pictures take a third of the browser's processor time; what moves is seen in journey.e2e.ts and
    // options.e2e.ts.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes as much processor time as the test itself: `npx playwright test --trace on` keeps one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browserOptions,
      args: [
        ...browserOptions.args,
        // Pages live for seconds: helpers that collect garbage and optimize next to them cost a seventh of all processor
        // time.
        '--js-flags=--single-threaded-gc,--no-concurrent-recompilation',
        // A process for the network alone costs a fourteenth. The other two are Playwright's own: only the last such
        // switch counts.
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
      ],
    },
  },
})
