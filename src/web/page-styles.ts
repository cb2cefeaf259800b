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

const order = (file: string) => (file.endsWith('base.css') ? 0 : 1)

/** The base comes first. */
function stylesIn(files: RegExp): string {
  return Object.keys(styles)
    .filter((file) => files.test(file))
    .sort((one, other) => order(one) - order(other))
    .map((file) => styles[file])
    .join('')
}

/** All styles of a page or of a part, to be inlined, so that the first paint waits for nothing. */
export const STYLES: Record<PageName | StylesPart, string> = {
  landing: stylesIn(/^\.\/(ui\/base|landing\/)/),
  // What is loaded late (the result, dialogs) brings its styles along.
  quiz: stylesIn(/^\.\/(ui\/(base|button|screen-heading)|flow\/|result\/level-badge)/),
  account: stylesIn(
    /^\.\/(ui\/(base|button|field)|account\/(?!delete|report-dialog)|sign-in\/sign-in-choices|result\/(avatar|level-badge))/,
  ),
  report: stylesIn(/^\.\/(ui\/(base|button)|report\/|result\/(avatar|level-badge))/),
  how: stylesIn(/^\.\/(ui\/base|how\/|legal\/|result\/level-badge)/),
  legal: stylesIn(/^\.\/(ui\/base|legal\/|consent\/)/),
  marketplace: stylesIn(/^\.\/(ui\/base|marketplace\/|result\/(avatar|level-badge))/),
  insights: stylesIn(/^\.\/(ui\/base|insights\/)/),
  embedded: stylesIn(/^\.\/embedded\/embedded\.css/),
  error: stylesIn(/^\.\/(ui\/base|error-page)/),
  languages: stylesIn(/^\.\/ui\/language-switcher/),
  consent: stylesIn(/^\.\/consent\//),
}
