import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { keysWithoutDensePicture } from './dense-pictures.ts'
import type { App } from './server.ts'
import { staticFiles } from './static-files.ts'

const PICTURES = 'public/image/languageassessment'
const served = mkdtempSync(join(tmpdir(), 'pictures-'))
const app = fastify()

beforeAll(async () => {
  const folder = join(served, 'image/languageassessment')
  mkdirSync(folder, { recursive: true })
  const put = (file: string, as: string) => copyFileSync(`${PICTURES}/${file}`, join(folder, as))
  put('apple.jpg', 'apple.jpg')
  put('apple@2x.jpg', 'apple@2x.jpg')
  // Replaced on its own: a different picture under the specified name.
  put('bread.jpg', 'cat.jpg')
  put('cat@2x.jpg', 'cat@2x.jpg')
  put('dog.jpg', 'dog.jpg')
  await staticFiles(app as unknown as App, [pathToFileURL(`${served}/`)])
})
afterAll(async () => {
  await app.close()
  rmSync(served, { recursive: true })
})

it('a picture is at the specified URL, with its key in lowercase', async () => {
  expect(urls.picture('Apple')).toBe('/static/image/languageassessment/apple.jpg')
  const reply = await app.inject(urls.picture('Apple'))
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg'])
})

it.each([
  ['the dense file of one of our pictures', 'apple', 'apple@2x.jpg'],
  ['a specified file that was replaced on its own', 'cat', 'bread.jpg'],
  ['the specified file of a picture without a dense one', 'dog', 'dog.jpg'],
])('a dense screen gets %s', async (_name, key, file) => {
  const reply = await app.inject(urls.pictureTwice(key))
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' })
  expect(reply.rawPayload.equals(readFileSync(`${PICTURES}/${file}`))).toBe(true)
})

it('each of our dense pictures matches its specified file', () => {
  expect(keysWithoutDensePicture([pathToFileURL('public/')])).toEqual([])
})
