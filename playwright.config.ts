import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from '#harness/browser.ts'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  // Whole quizzes take ten seconds on an idle machine; a busy one must not fail them.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { ...devices['Desktop Chrome'], trace: 'retain-on-failure', launchOptions: browserOptions },
})
