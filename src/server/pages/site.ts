import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogAddresses, Locale } from '#contract/locales.ts'
import type { PageData, PageName } from '#contract/pages.ts'
import type { Settings } from '#settings/settings.ts'
import type { describeReportPicture, PageContext, render } from '#web/render.tsx'
import type { Visitor } from '#web/ui/site-frame.tsx'
import { PALETTES } from '../brand/colors.ts'
import type { BrandFolder } from '../brand/read-brand.ts'
import type { Identity } from '../who/identity.ts'
import { askedLocale, interfaceLanguage, rememberInterfaceLanguage } from '../who/interface-language.ts'

/** The page renderer (src/web/render.tsx), and where browsers find the files that pages name. */
export type Site = {
  render: typeof render
  describeReportPicture: typeof describeReportPicture
  scriptAddresses: PageContext['scriptAddresses']
  catalogs: (locale: Locale) => CatalogAddresses
  /** The marketplace's own, if any. */
  brand: BrandFolder | undefined
}

/** Whom a page's header greets: nobody whose account is elsewhere, where its pages are too. */
export function greet(
  { issuer }: Pick<Identity, 'issuer'>,
  { AVATAR_BASE_URL }: Pick<Settings, 'AVATAR_BASE_URL'>,
  user: { nickname?: string; avatar_file_name?: string } | undefined,
): Visitor {
  if (issuer) return undefined
  const { nickname, avatar_file_name: fileName = '' } = user ?? {}
  return nickname === undefined ? 'signed out' : { nickname, fileName, baseUrl: AVATAR_BASE_URL }
}

/** The color behind a page in each theme. */
export function paperOf(brand: BrandFolder | undefined): PageContext['paper'] {
  const { light, dark } = brand?.palettes ?? PALETTES
  return { light: light.paper as string, dark: dark.paper as string }
}

/** A page in the visitor's language. Remembers a language requested with `hl`. */
export async function renderPage<Name extends PageName>(
  { render, scriptAddresses, catalogs, brand }: Site,
  name: Name,
  data: PageData[Name],
  { request, reply, ...more }: { request: FastifyRequest; reply: FastifyReply } & Partial<PageContext>,
): Promise<string> {
  const locale = interfaceLanguage(request)
  rememberInterfaceLanguage(request, reply)
  reply.header('vary', 'Accept-Language, Cookie')
  const language = { locale, askedLocale: askedLocale(request), catalogs: catalogs(locale) }
  const looks = { brand, paper: paperOf(brand) }
  const context = { ...language, ...looks, nonce: reply.nonce, scriptAddresses, address: request.url, ...more }
  const rendered = await render(name, context, data)
  // Only now: an error before this may still be answered with JSON.
  reply.type('text/html; charset=utf-8')
  return rendered
}
