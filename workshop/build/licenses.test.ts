import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { imageFiles, packagesInUse } from './image.ts'

/** Licenses compatible with shipping under Apache 2.0: permissive licenses, and those of fonts. */
const ALLOWED = ['Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1']

it('every shipped package has an allowed license', () => {
  const licenses = packagesInUse().map((folder) => {
    const { license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    return [folder, license] as const
  })
  expect(licenses.length).toBeGreaterThan(100)
  expect(licenses.filter(([, license]) => !ALLOWED.includes(license))).toEqual([])
})

it('every shipped package includes its license text', () => {
  const files = new Set(imageFiles())
  const texts = packagesInUse().flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      .map((file) => `${folder}/${file}`),
  )
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((file) => !files.has(file))).toEqual([])
})
