import puppeteer from 'puppeteer-core'
import { type Driver, until } from './driver.ts'

/** Firefox over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
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
      for (const key of keys)
        if (key.length === 1 || key === 'Escape') await page.keyboard.press(key as 'Escape')
        else await page.keyboard.type(key)
    },
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    messages: () => messages,
    close: () => browser.close(),
  }
}
