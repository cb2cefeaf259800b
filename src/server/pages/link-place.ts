import type { FastifyRequest } from 'fastify'
import type { Brand } from '#contract/brand.ts'
import type { LinkPlace, LinkTemplates } from '#contract/deep-links.ts'
import type { Settings } from '#settings/settings.ts'
import { interfaceLanguage } from '../who/interface-language.ts'
import { isFromMobileApp } from '../who/user-agent.ts'

/** The brand's addresses for links, in the visitor's language. */
function templatesFor(request: FastifyRequest, { links = {} }: Pick<Brand, 'links'> = {}): LinkTemplates {
  const locale = interfaceLanguage(request)
  const inLocale = (value: unknown) => (typeof value === 'string' ? value.replaceAll('{locale}', locale) : value)
  return Object.fromEntries(Object.entries(links).map(([name, value]) => [name, inLocale(value)]))
}

/** Determines the targets of a page's links. */
export function linkPlace(
  request: FastifyRequest,
  settings: Pick<Settings, 'APP_USER_AGENT_TOKEN' | 'APP_URL_SCHEME' | 'WEB_BASE_URL'>,
  brand: Pick<Brand, 'links'> | undefined,
): LinkPlace {
  return {
    appUrlScheme: isFromMobileApp(request, settings) ? settings.APP_URL_SCHEME : '',
    webBaseUrl: settings.WEB_BASE_URL,
    templates: templatesFor(request, brand),
  }
}
