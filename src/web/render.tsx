import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Brand } from '#contract/brand.ts'
import type { Locale } from '#contract/locales.ts'
import type { PageData, PageName } from '#contract/pages.ts'
import { ConsentBanner } from './consent/consent.tsx'
import consentStyles from './consent/consent.tsx?styles'
import { type DocumentParts, documentHtml, type ScriptAddresses } from './document.ts'
import { PAGES, type Page } from './pages.tsx'
import { type Pictured, type ReportPictureTexts, reportPictureTexts } from './report/picture-words.ts'
import { allTexts } from './server-texts.ts'
import { type Texts, TextsProvider } from './texts.tsx'
import baseStyles from './ui/base.css?inline'
import { SiteFooter, SiteHeader, type Visitor } from './ui/site-frame.tsx'
import frameStyles from './ui/site-frame.tsx?styles'

export { PAGES }

/** The part of the request that every page needs. */
export type PageContext = Pick<
  DocumentParts,
  'locale' | 'nonce' | 'brand' | 'paper' | 'catalogs' | 'hostScript' | 'consent' | 'findableAt' | 'requestedLocale'
> & {
  /** The path and query of this page, which the banner and the language switcher return to. */
  address: string
  /** The visitor shown in the header. */
  visitor?: Visitor
  /** The URL of a page's script, by its module's path in the repository. */
  scriptAddresses: (entry: string) => ScriptAddresses
}

const toHtml = (texts: Texts, markup: ReactNode) =>
  renderToStaticMarkup(<TextsProvider texts={texts}>{markup}</TextsProvider>)

/** The markup above the body, outside hydration. */
function renderAbove(texts: Texts, { locale, consent, address, visitor, brand }: PageContext): string {
  return toHtml(
    texts,
    <>
      {consent === 'unasked' && <ConsentBanner next={address} />}
      <SiteHeader locale={locale} address={address} visitor={visitor} brand={brand} />
    </>,
  )
}

/** The whole HTML document of a page. */
export async function render<Name extends PageName>(
  name: Name,
  context: PageContext,
  data: PageData[Name],
): Promise<string> {
  // The compiler can't see that a name's page takes that name's data.
  const page = PAGES[name] as Page<unknown> as Page<PageData[Name]>
  const { address: _, visitor: __, scriptAddresses, ...parts } = context
  const { locale } = parts
  const texts = await allTexts(locale, context.brand)
  const body = <TextsProvider texts={texts}>{page.body(data)}</TextsProvider>
  const styles = [
    baseStyles,
    page.styles,
    frameStyles,
    page.extraStyles?.(data),
    context.consent === 'unasked' ? consentStyles : '',
  ]
  return documentHtml({
    ...parts,
    locale,
    description: texts('site.description'),
    ...page.head(texts, data, context),
    script: page.script ? { ...scriptAddresses(page.script.entry), texts: page.script.texts } : null,
    state: page.isHydrated ? data : undefined,
    earlyScript: page.earlyScript,
    noscript: page.noscript && texts(page.noscript),
    oldBrowser: page.isHydrated ? texts('oldBrowser') : undefined,
    styles: styles.join(''),
    above: renderAbove(texts, context),
    below: toHtml(texts, <SiteFooter legal={context.brand?.legal} />),
    body: page.isHydrated ? renderToString(body) : renderToStaticMarkup(body),
  })
}

/** The texts in the picture of a report. */
export async function describeReportPicture(
  locale: Locale,
  report: Pictured,
  brand: Brand | undefined,
): Promise<ReportPictureTexts> {
  return reportPictureTexts(await allTexts(locale, brand), report)
}
