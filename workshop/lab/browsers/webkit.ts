import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '#harness/free-port.ts'
import { type Driver, until } from './driver.ts'

/** W3C WebDriver, 12: the key of an element reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** W3C WebDriver, 17.4.2. */
const ESCAPE = '\uE00C'

const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const MINI_BROWSER = `/usr/lib/${MACHINE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

type Call = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

function caller(origin: string): Call {
  return async <Value>(method: string, path: string, body?: object) => {
    const response = await fetch(origin + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`)
    return value as Value
  }
}

/** A virtual screen, because the browser has no headless mode. */
export async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  let number = ''
  screen.stdio[3]?.on('data', (data) => (number += data))
  await until('a screen', async () => number.includes('\n'))
  return { display: `:${number.trim()}`, screen }
}

/** Runs in the page. The protocol has no console, so this collects messages from the first access to a page. */
function listen(): string[] {
  const heard: string[] = []
  for (const kind of ['log', 'info', 'warn', 'error'] as const)
    console[kind] = (...parts: unknown[]) => heard.push(`${kind}: ${parts.join(' ')}`)
  window.addEventListener('error', ({ message }) => heard.push(`error: ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => heard.push(`error: ${reason}`))
  return heard
}

/** WebKitGTK over WebDriver, in its MiniBrowser. Its sandbox doesn't work in a container; it opens only our pages. */
export async function startWebKit(driver: string): Promise<Driver> {
  const { display, screen } = await startScreen()
  const port = await freePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
  })
  const call = caller(`http://127.0.0.1:${port}`)
  await until('WebKitWebDriver', () => call<{ ready: boolean }>('GET', '/status').catch(() => null))
  const browserOptions = { binary: MINI_BROWSER, args: ['--automation'] }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })
  const session: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
  const messages: string[] = []
  return {
    open: (url) => session('POST', '/url', { url }),
    async click(xpath) {
      await until(xpath, async () => {
        const found = await session<Record<string, string>[]>('POST', '/elements', { using: 'xpath', value: xpath })
        if (!found[0]) return false
        return session('POST', `/element/${found[0][ELEMENT]}/click`, {}).then(
          () => true,
          () => false,
        )
      })
    },
    async type(...keys) {
      const actions = keys
        .flatMap((key) => (key === 'Escape' ? [ESCAPE] : [...key]))
        .flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
      await session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async evaluate<Value>(expression: string) {
      const script = `const heard = (window.heard ??= (${listen})()); return [${expression}, heard.splice(0)]`
      const [value, heard] = await session<[Value, string[]]>('POST', '/execute/sync', { script, args: [] })
      messages.push(...heard)
      return value
    },
    messages: () => messages,
    async close() {
      await session('DELETE', '').catch(() => undefined)
      server.kill()
      screen.kill()
    },
  }
}
