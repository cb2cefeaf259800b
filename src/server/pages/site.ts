import type { CatalogAddresses, Locale } from '#contract/locales.ts'
import type { PageAssets } from '#web/document.ts'
import type { PageName } from '#web/page-styles.ts'
import type * as Renderer from '#web/render.tsx'

/** The rendered web: the functions of src/web/render.tsx with the files that the build made for each page. */
export type Site = {
  renderer: Pick<
    typeof Renderer,
    | 'renderLanding'
    | 'renderQuiz'
    | 'renderAccount'
    | 'renderReport'
    | 'describeReportPicture'
    | 'renderHow'
    | 'renderTerms'
    | 'renderAccessibility'
    | 'renderPrivacy'
    | 'renderTeachers'
    | 'renderTeacher'
    | 'renderVocabulary'
    | 'renderCommunity'
    | 'renderInsights'
    | 'renderItemInsights'
    | 'renderError'
  >
  assets: Record<PageName, PageAssets>
  catalogs: (locale: Locale) => CatalogAddresses
}
