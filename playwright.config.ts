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
  // Tests wait as much as they compute. With one file per worker, most would wait for the longest file at the end.
  workers: 4,
  fullyParallel: true,
  // Whole quizzes take ten seconds on an idle machine; even on a busy one, only a hang takes this long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Animations take a third of the browser's processor time; journey.e2e.ts and options.e2e.ts test them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes as much processor time as the test itself; `npx playwright test --trace on` records one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browserOptions,
      args: [
        ...browserOptions.args,
        // Pages live for seconds, so threads that collect their garbage and optimize them waste a seventh of the
        // processor time.
        '--js-flags=--single-threaded-gc,--no-concurrent-recompilation',
        // A separate process for the network costs a fourteenth. The other two features are Playwright's own: only the
        // last such switch counts, so it has to repeat them.
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
      ],
    },
  },
})
