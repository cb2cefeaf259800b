const styles = import.meta.glob<string>('./**/*.css', { query: '?inline', import: 'default', eager: true })

export type PageName = 'landing' | 'quiz' | 'error'

const FOLDERS: Record<PageName, RegExp> = {
  landing: /^\.\/(ui\/base|landing\/)/,
  quiz: /^\.\/(ui|flow|result)\//,
  error: /^\.\/(ui\/base|error-page)/,
}

const order = (file: string) => (file.endsWith('base.css') ? 0 : 1)

/** All styles of a page, to be inlined, so that the first paint waits for nothing; the base comes first. */
export function stylesOf(page: PageName): string {
  return Object.keys(styles)
    .filter((file) => FOLDERS[page].test(file))
    .sort((one, other) => order(one) - order(other))
    .map((file) => styles[file])
    .join('')
}
