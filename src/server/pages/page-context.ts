import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageName } from '#web/page-styles.ts'
import type { PageContext } from '#web/render.tsx'
import { askedLocale, interfaceLanguage, rememberInterfaceLanguage } from '../visitor/interface-language.ts'
import type { Site } from './site.ts'

/** What every page needs; the language that `hl` asks for is remembered. */
export function pageContext(site: Site, page: PageName, request: FastifyRequest, reply: FastifyReply): PageContext {
  const locale = interfaceLanguage(request)
  rememberInterfaceLanguage(request, reply)
  reply.header('vary', 'Accept-Language, Cookie')
  const [assets, catalogs] = [site.assets[page], site.catalogs(locale)]
  return { locale, askedLocale: askedLocale(request), nonces: reply.cspNonce, assets, catalogs, address: request.url }
}
