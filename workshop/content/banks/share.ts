import { networkInterfaces } from 'node:os'
import fastifyStatic from '@fastify/static'
import type { Language } from '#quiz/languages.ts'
import { buildReadingPage } from './built-page.ts'
import { readLanguageBank } from './check/language-bank.ts'
import { createSharingServer } from './reading-server.ts'
import { openSharedReadings } from './shared-readings.ts'

export type ShareOptions = {
  language: Language
  port: number
  /** The address under which a tunnel or proxy shows this machine. */
  publicUrl: string | undefined
  /** Where the readings are kept. */
  folder: URL
}

/** The addresses of this machine in its networks. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
}

/**
 * Serves the items of a bank to whoever has the link.
 * @returns the links, one for each address of this machine, and how to end
 */
export async function shareBank({ language, port, publicUrl, folder }: ShareOptions) {
  const readings = openSharedReadings(readLanguageBank(language).items, language, folder)
  const page = await buildReadingPage(language)
  const welcome = { mode: 'welcome', language } as const
  const [app, path] = createSharingServer({ readings, welcome, html: page.html, publicUrl })
  await app.register(fastifyStatic, { root: page.folder, prefix: '/static/', cacheControl: false })
  const { port: listening } = new URL(await app.listen({ port, host: '0.0.0.0' }))
  const origins = publicUrl
    ? [publicUrl]
    : ['127.0.0.1', ...ownAddresses()].map((name) => `http://${name}:${listening}`)
  const close = async () => {
    await app.close()
    page.remove()
  }
  return { links: origins.map((origin) => `${origin}${path}`), close }
}
