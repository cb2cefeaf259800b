import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { axeFindingsInBothThemes } from '#harness/axe-findings.ts'
import { itemLedger } from './item-readings.ts'
import { shareBank } from './share.ts'
import { recordSharedReadings } from './shared-readings.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** A reader's page, opened with the link. */
async function openReader(context: BrowserContext, link: string, name: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('Dein Name').fill(name)
  await page.getByText('Ich bin damit aufgewachsen').click()
  await page.getByRole('button', { name: 'Anfangen' }).click()
  return page
}

async function judge(page: Page, position: number): Promise<void> {
  await expect(page.getByText(`${position} von 180`)).toBeVisible()
  await page.getByText('Keine der vier passt').click()
  // Pictures have no level of their own to judge.
  if (await page.getByText('Weiß nicht').isVisible()) await page.getByText('Weiß nicht').click()
  await page.getByRole('button', { name: 'Weiter' }).click()
}

test('two people read a shared bank at once on their phones, pause, come back, and are recorded', async ({
  context,
}) => {
  const temporary = mkdtempSync(join(tmpdir(), 'readings-'))
  const folder = pathToFileURL(`${temporary}/`)
  const { links, close } = await shareBank({ language: 'german', port: 0, publicUrl: undefined, folder })
  try {
    const link = links[0] as string
    const [kern, ozil] = (await Promise.all(
      ['Frau Kern', 'Herr Özil'].map((name) => openReader(context, link, name)),
    )) as [Page, Page]
    await Promise.all([judge(kern, 1), judge(ozil, 1)])
    await judge(kern, 2)
    expect(await axeFindingsInBothThemes(kern, 'an item')).toEqual([])

    await kern.getByRole('button', { name: 'Pause' }).click()
    await expect(kern.getByRole('heading', { name: 'Danke!' })).toBeVisible()
    expect(await axeFindingsInBothThemes(kern, 'the pause')).toEqual([])
    const own = await kern.getByRole('textbox').inputValue()
    await kern.close()
    const again = await context.newPage()
    await again.goto(own)
    await expect(again.getByText('3 von 180')).toBeVisible()

    const other = await openReader(context, link, 'Frau Kern')
    await expect(other.getByRole('alert')).toContainText('Unter diesem Namen liest schon jemand.')
    expect(await axeFindingsInBothThemes(other, 'the welcome')).toEqual([])

    const reader = (name: string) => `${name}, first language`
    expect(recordSharedReadings('german', folder)).toEqual(
      new Map([
        [reader('Frau Kern'), 2],
        [reader('Herr Özil'), 1],
      ]),
    )
    expect(itemLedger('german', folder).read()).toHaveLength(3)
  } finally {
    await close()
    rmSync(temporary, { recursive: true })
  }
})
