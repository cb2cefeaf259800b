import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogAddresses, Locale } from '#contract/locales.ts'
import type { PageData, PageName } from '#web/pages.tsx'
import type { describeReportPicture, PageContext, render } from '#web/render.tsx'
import { askedLocale, interfaceLanguage, rememberInterfaceLanguage } from '../visitor/interface-language.ts'

/** What renders the pages (src/web/render.tsx), and where browsers find the files that pages name. */
export type Site = {
  render: typeof render
  describeReportPicture: typeof describeReportPicture
  scriptAddresses: PageContext['scriptAddresses']
  catalogs: (locale: Locale) => CatalogAddresses
}

const utf8 = new TextEncoder()

/** The HTML of a page in the visitor's language, as UTF-8: encoding it here takes a third of the time that sending a string does; a language asked for with `hl` is remembered. */
export async function renderPage<Name extends PageName>(
  { render, scriptAddresses, catalogs }: Site,
  name: Name,
  data: PageData<Name>,
  { request, reply, ...more }: { request: FastifyRequest; reply: FastifyReply } & Partial<PageContext>,
): Promise<Buffer> {
  const locale = interfaceLanguage(request)
  rememberInterfaceLanguage(request, reply)
  reply.header('vary', 'Accept-Language, Cookie')
  const language = { locale, askedLocale: askedLocale(request), catalogs: catalogs(locale) }
  const context = { ...language, nonces: reply.cspNonce, scriptAddresses, address: request.url, ...more }
  const html = await render(name, context, data)
  // Only now: an error on the way may be answered with JSON.
  reply.type('text/html; charset=utf-8')
  return Buffer.from(utf8.encode(html).buffer)
}
