import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Rules that depend on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Runs axe on the page or a part of it. Compiling axe costs more than running it, so each document gets it once. */
export async function axeFindings(page: Page, screen = '', part = 'html', rules: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) }
  const run = ([context, how]: [string, RunOptions]) =>
    (window as unknown as { axe: typeof axe }).axe.run({ include: [[context]] }, how)
  const { violations } = await page.evaluate(run, [part, options] as [string, RunOptions])
  return violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)
}

/** Runs axe in light and in dark, where only the colors differ, without navigating to the screen twice. */
export async function axeFindingsInBothThemes(page: Page, screen: string, part?: string): Promise<string[]> {
  const findings: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'dark' ? COLOR_RULES : []
    findings.push(...(await axeFindings(page, `${screen}, ${colorScheme}`, part, rules)))
  }
  return findings
}
