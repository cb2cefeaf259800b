import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Locale } from '#contract/locales.ts'
import type { PublicReport } from '#contract/sharing.ts'
import { ConsentBanner } from './consent/consent.tsx'
import consentStyles from './consent/consent.tsx?styles'
import { type DocumentParts, documentHtml, type ScriptAddresses } from './document.ts'
import { memoize } from './memoize.ts'
import { PAGES, type Page, type PageData, type PageName } from './pages.tsx'
import { type ReportPictureTexts, reportPictureTexts } from './report/report-texts.ts'
import { allTexts } from './server-texts.ts'
import { type Texts, TextsProvider } from './texts.tsx'
import baseStyles from './ui/base.css?inline'
import { LanguageSwitcher } from './ui/language-switcher.tsx'
import switcherStyles from './ui/language-switcher.tsx?styles'

export { PAGES }

/** What every page needs to know of its request. */
export type PageContext = Pick<
  DocumentParts,
  'locale' | 'nonces' | 'catalogs' | 'hostScript' | 'consent' | 'findableAt' | 'askedLocale'
> & {
  /** The path and query of this page, for the banner and the language switcher to lead back to. */
  address: string
  /** Where browsers find a page's script, by its module's path in the repository. */
  scriptAddresses: (entry: string) => ScriptAddresses
}

/** What stands above the body: hydration leaves it alone. */
const renderAbove = memoize(
  (_: Texts, { locale, consent, address }: PageContext) => `${locale} ${consent === 'unasked'} ${address}`,
  (texts, { locale, consent, address }) =>
    renderToStaticMarkup(
      <TextsProvider texts={texts}>
        {consent === 'unasked' && <ConsentBanner next={address} />}
        <LanguageSwitcher locale={locale} address={address} />
      </TextsProvider>,
    ),
)

/** The whole HTML document of a page. */
export async function render<Name extends PageName>(
  name: Name,
  context: PageContext,
  data: PageData<Name>,
): Promise<string> {
  // The compiler does not see that the entry of a name takes the data of that name.
  const page = PAGES[name] as Page<unknown> as Page<PageData<Name>>
  const { address: _, scriptAddresses, ...parts } = context
  const locale: Locale = page.isForStaff ? 'en' : context.locale
  const texts = await allTexts(locale)
  const body = <TextsProvider texts={texts}>{page.body(data)}</TextsProvider>
  const above = page.isForStaff ? '' : renderAbove(texts, context)
  const styles = [
    baseStyles,
    page.styles,
    page.isForStaff ? '' : switcherStyles,
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
    styles: styles.join(''),
    head: above,
    body: page.isHydrated ? renderToString(body) : renderToStaticMarkup(body),
  })
}

/** The words for the picture of a report. */
export async function describeReportPicture(locale: Locale, report: PublicReport): Promise<ReportPictureTexts> {
  return reportPictureTexts(await allTexts(locale), report)
}
