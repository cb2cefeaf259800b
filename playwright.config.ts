import { defineConfig, devices } from '@playwright/test'
import { browserOptions } from './scripts/browser.ts'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: { ...devices['Desktop Chrome'], trace: 'retain-on-failure', launchOptions: browserOptions },
})
