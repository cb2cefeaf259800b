import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageName } from '#web/page-styles.ts'
import type { PageContext } from '#web/render.tsx'
import { interfaceLanguage } from '../interface-language.ts'
import type { Site } from './site.ts'

export function pageContext(site: Site, page: PageName, request: FastifyRequest, reply: FastifyReply): PageContext {
  return { locale: interfaceLanguage(request), nonces: reply.cspNonce, assets: site.assets[page], address: request.url }
}
