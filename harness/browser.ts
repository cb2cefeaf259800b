import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** Where the system has its Chromium; without one, Playwright's own must be there. */
export function findBrowser(): string | undefined {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
}

const installed = findBrowser()

/** How tests and benchmarks start Chromium: the system's if there is one, quiet, and fit for a container. */
export const browserOptions: LaunchOptions = {
  ...(installed ? { executablePath: installed } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
