const styles = import.meta.glob<string>('./**/*.css', { query: '?inline', import: 'default', eager: true })

export type PageName =
  | 'landing'
  | 'quiz'
  | 'account'
  | 'report'
  | 'how'
  | 'legal'
  | 'marketplace'
  | 'insights'
  | 'error'

/** What a page has only sometimes, and what stands above it, bring their styles along. */
export type StylesPart = 'languages' | 'consent' | 'embedded'

type StylesName = PageName | StylesPart

const FOLDERS: Record<StylesName, RegExp> = {
  landing: /^\.\/(ui\/base|landing\/)/,
  // What is loaded late (dialogs, the wall, the card) brings its styles along.
  quiz: /^\.\/(ui\/(base|button|screen-heading)|flow\/|result\/(avatar|level-badge|result-screen|walled-report))/,
  account:
    /^\.\/(ui\/(base|button|field)|account\/(?!delete|report-dialog)|sign-in\/sign-in-choices|result\/(avatar|level-badge))/,
  report: /^\.\/(ui\/(base|button)|report\/|result\/(avatar|level-badge))/,
  how: /^\.\/(ui\/base|how\/|legal\/legal-links)/,
  legal: /^\.\/(ui\/base|legal\/|consent\/)/,
  marketplace: /^\.\/(ui\/base|marketplace\/|result\/avatar)/,
  insights: /^\.\/(ui\/base|insights\/)/,
  embedded: /^\.\/embedded\/embedded\.css/,
  error: /^\.\/(ui\/base|error-page)/,
  languages: /^\.\/ui\/language-switcher/,
  consent: /^\.\/consent\//,
}

const order = (file: string) => (file.endsWith('base.css') ? 0 : 1)

/** All styles of a page or of a part, to be inlined, so that the first paint waits for nothing; the base comes first. */
export function stylesOf(page: StylesName): string {
  return Object.keys(styles)
    .filter((file) => FOLDERS[page].test(file))
    .sort((one, other) => order(one) - order(other))
    .map((file) => styles[file])
    .join('')
}
