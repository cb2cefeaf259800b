import puppeteer from 'puppeteer-core'
import { type Driver, until } from './driver.ts'

const NAMED_KEYS = ['ArrowDown', 'Enter', 'Escape', 'Tab'] as const

/** Firefox over WebDriver BiDi, headless unless `screen` has a display's environment variables. */
export async function startFirefox(executablePath: string, screen?: Record<string, string>): Promise<Driver> {
  const env = { ...process.env, ...screen }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: !screen, env })
  const page = await browser.newPage()
  await page.setViewport({ width: 1024, height: 768 })
  const messages: string[] = []
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => messages.push(`error: ${error}`))
  return {
    open: async (address) => {
      await page.goto(address)
    },
    async click(xpath) {
      const element = await until(xpath, () => page.$(`::-p-xpath(${xpath})`))
      await element.click()
    },
    async type(...keys) {
      for (const key of keys) {
        const named = NAMED_KEYS.find((name) => name === key) ?? (key.length === 1 ? (key as 'a') : undefined)
        await (named ? page.keyboard.press(named) : page.keyboard.type(key))
      }
    },
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    messages: () => messages,
    close: () => browser.close(),
  }
}
