import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/** The headless shell draws no windows, which saves a quarter of the processor time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The system's Chromium; without one, Playwright's own must be installed. */
export function findBrowser(): string | undefined {
  return BROWSERS.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))
}

const installed = findBrowser()

/** How tests and benchmarks start Chromium: the system's if installed, quiet, and suitable for a container. */
export const browserOptions: LaunchOptions & { args: string[] } = {
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
