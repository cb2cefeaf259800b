import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from './browser.ts'
import { findNginx } from './nginx.ts'
import { findPostgres } from './postgres.ts'
import { findRedis } from './redis.ts'

/** Installs packages of Debian and its kin, without asking for a password; does nothing on other systems. */
function installWithApt(...packages: string[]): void {
  if (!existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${packages.join(', ')} with apt-get …`)
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    spawnSync(command, rest, { stdio: 'inherit' })
  }
  apt('update', '-qq')
  apt('install', '-y', '-qq', ...packages)
}

/** An installed Chromium, else the system's package manager, else Playwright's own; without any the run ends. */
export function bringBrowser(): void {
  if (findBrowser()) return
  installWithApt('chromium', 'fonts-noto-cjk')
  if (findBrowser()) return
  console.log('Bringing Playwright’s own Chromium …')
  const { status } = spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], { stdio: 'inherit' })
  if (status === 0) return
  console.error('No Chromium could be installed. Type: npx playwright install --with-deps chromium')
  process.exit(1)
}

/** An installed Postgres, else the system's package manager; without either the run ends. */
export function bringPostgres(): void {
  if (findPostgres()) return
  installWithApt('postgresql')
  if (findPostgres()) return
  console.error('No Postgres could be installed. Type: sudo apt-get install -y postgresql')
  process.exit(1)
}

/** An installed Redis or Valkey, else the system's package manager; without either the run ends. */
export function bringRedis(): void {
  if (findRedis()) return
  installWithApt('redis-server')
  if (findRedis()) return
  console.error('No Redis could be installed. Type: sudo apt-get install -y redis-server')
  process.exit(1)
}

/** An installed nginx, else the system's package manager; without either the run ends. */
export function bringNginx(): void {
  if (findNginx()) return
  installWithApt('nginx-light', 'openssl')
  if (findNginx()) return
  console.error('No nginx could be installed. Type: sudo apt-get install -y nginx-light openssl')
  process.exit(1)
}

const BALANCER = '/usr/sbin/haproxy'

/** @returns where HAProxy is; without it and without Debian's packages the run ends */
export function bringBalancer(): string {
  if (!existsSync(BALANCER)) installWithApt('haproxy')
  if (existsSync(BALANCER)) return BALANCER
  console.error('No HAProxy could be installed. Type: sudo apt-get install -y haproxy')
  process.exit(1)
}

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

/** @returns where Firefox is; without it and without Debian's packages the run ends */
export function bringFirefox(): string {
  if (!existsSync(FIREFOX)) installWithApt('firefox-esr')
  if (existsSync(FIREFOX)) return FIREFOX
  console.error('No Firefox could be installed. Type: sudo apt-get install -y firefox-esr')
  process.exit(1)
}

/** @returns where the driver of WebKitGTK is, installed with a screen for it; without it and without Debian's packages the run ends */
export function bringWebKit(): string {
  if (!existsSync(WEBKIT_DRIVER) || !existsSync('/usr/bin/Xvfb')) installWithApt('webkit2gtk-driver', 'xvfb')
  if (existsSync(WEBKIT_DRIVER)) return WEBKIT_DRIVER
  console.error('No WebKit could be installed. Type: sudo apt-get install -y webkit2gtk-driver xvfb')
  process.exit(1)
}
