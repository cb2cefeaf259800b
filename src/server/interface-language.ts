import type { FastifyRequest } from 'fastify'

/** The interface languages with a catalog in data/texts. */
const INTERFACE_LANGUAGES = ['en'] as const

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number]

/** The language of the interface: the query value `hl` if we have it, else English. A bad value is ignored. */
export function interfaceLanguage(request: FastifyRequest): InterfaceLanguage {
  const { hl } = request.query as { hl?: unknown }
  return INTERFACE_LANGUAGES.find((language) => language === hl) ?? 'en'
}
