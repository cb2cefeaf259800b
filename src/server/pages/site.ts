import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CatalogAddresses, Locale } from '#contract/locales.ts'
import type { SignIn } from '#contract/page-data.ts'
import type { PageData, PageName } from '#contract/pages.ts'
import type { Settings } from '#settings/settings.ts'
import type { describeReportPicture, PageContext, render } from '#web/render.tsx'
import type { Visitor } from '#web/ui/site-frame.tsx'
import { PALETTES } from '../brand/colors.ts'
import type { BrandFolder } from '../brand/read-brand.ts'
import { interfaceLanguage, rememberInterfaceLanguage, requestedLocale } from '../who/interface-language.ts'

/** The page renderer (src/web/render.tsx), and the addresses of the files that pages use. */
export type Site = {
  render: typeof render
  describeReportPicture: typeof describeReportPicture
  scriptAddresses: PageContext['scriptAddresses']
  catalogs: (locale: Locale) => CatalogAddresses
  /** The operator's own, if there is one. */
  brand: BrandFolder | undefined
}

/** The visitor in a page's header; undefined if accounts and their pages are elsewhere. */
export function greet(
  { hasOwnAccounts }: Pick<SignIn, 'hasOwnAccounts'>,
  { AVATAR_BASE_URL }: Pick<Settings, 'AVATAR_BASE_URL'>,
  user: { nickname?: string; avatar_file_name?: string } | undefined,
): Visitor {
  if (!hasOwnAccounts) return undefined
  const { nickname, avatar_file_name: fileName = '' } = user ?? {}
  return nickname === undefined ? 'signed out' : { nickname, fileName, baseUrl: AVATAR_BASE_URL }
}

/** The color behind a page in each theme. */
function paperOf(brand: BrandFolder | undefined): PageContext['paper'] {
  const { light, dark } = brand?.palettes ?? PALETTES
  return { light: light.paper as string, dark: dark.paper as string }
}

/** A placeholder for the nonce in a page that's rendered once. It can't be guessed and put into an address. */
const NONCE = randomUUID()
/** In characters. A page has about 40,000, so this holds all common pages; anyone can request uncommon ones. */
const MAX_SHARED_LENGTH = 8_000_000

/** The parts of rendered pages between their nonces, by a hash of their inputs. */
const sharedPages = new WeakMap<Site, LRUCache<string, string[]>>()

const newSharedPages = () =>
  new LRUCache<string, string[]>({
    maxSize: MAX_SHARED_LENGTH,
    sizeCalculation: (parts) => parts.reduce((sum, { length }) => sum + length, 1),
  })

/** The inputs that differ between requests. */
type PageInputs = Omit<PageContext, 'brand' | 'paper' | 'catalogs' | 'scriptAddresses'>

function contextOf({ scriptAddresses, catalogs, brand }: Site, inputs: PageInputs): PageContext {
  return { ...inputs, scriptAddresses, catalogs: catalogs(inputs.locale), brand, paper: paperOf(brand) }
}

/** A page that looks the same to many visitors, such as all who are signed out: rendered once, except for the nonce. */
export async function renderShared<Name extends PageName>(
  site: Site,
  name: Name,
  { nonce, ...inputs }: PageInputs,
  data: PageData[Name],
): Promise<string> {
  const pages = sharedPages.get(site) ?? newSharedPages()
  sharedPages.set(site, pages)
  const key = createHash('sha256')
    .update(JSON.stringify([name, inputs, data]))
    .digest('base64')
  const known = pages.get(key)
  const parts = known ?? (await site.render(name, contextOf(site, { ...inputs, nonce: NONCE }), data)).split(NONCE)
  if (!known) pages.set(key, parts)
  return parts.join(nonce)
}

/** A page in the visitor's language. Remembers a language requested with `hl`. */
export async function renderPage<Name extends PageName>(
  site: Site,
  name: Name,
  data: PageData[Name],
  {
    request,
    reply,
    isShared = false,
    ...more
  }: { request: FastifyRequest; reply: FastifyReply; isShared?: boolean } & Partial<PageContext>,
): Promise<string> {
  const locale = interfaceLanguage(request)
  rememberInterfaceLanguage(request, reply)
  reply.header('vary', 'Accept-Language, Cookie')
  const inputs = {
    locale,
    requestedLocale: requestedLocale(request),
    nonce: reply.nonce,
    address: request.url,
    ...more,
  }
  const rendered = isShared
    ? await renderShared(site, name, inputs, data)
    : await site.render(name, contextOf(site, inputs), data)
  // Only now, because an error before this can still be sent as JSON.
  reply.type('text/html; charset=utf-8')
  return rendered
}
