import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { type BrowserPart, catalogFile, DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'
import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import { READER_WORDS } from './reading-page/words.ts'

const ENTRY = 'workshop/content/banks/reading-page/start.tsx'
const CATALOGS: BrowserPart[] = ['quiz', 'pictures']

/** The interface language of somebody who reads this language. */
function localeOf(language: Language): Locale {
  const likely = (tag: string) => {
    const { language: name, script } = new Intl.Locale(tag).maximize()
    return `${name}-${script}`
  }
  return LOCALES.find((locale) => likely(locale) === likely(LANGUAGE_TAGS[language])) ?? DEFAULT_LOCALE
}

type Manifest = Record<string, { file: string; css?: string[] }>

/**
 * Builds the reading page for readers on other machines: the development server would show them the repository.
 * @returns the document, in the bank's language, the folder with what it loads below `/static/`, and how to remove it
 */
export async function buildReadingPage(language: Language) {
  // Of its own: several languages may be shared at once.
  const folder = mkdtempSync(join(tmpdir(), 'reading-page-'))
  const locale = localeOf(language)
  const catalogs = CATALOGS.map((part) => [part, catalogFile(part, locale)] as const)
  await build({
    configLoader: 'native',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: [ENTRY, ...catalogs.map(([, file]) => file)], preserveEntrySignatures: 'exports-only' },
    },
  })
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const built = (source: string) => {
    const entry = manifest[source]
    if (!entry) throw new Error(`The build has no ${source}.`)
    return entry
  }
  const addresses = catalogs.map(([part, file]) => [part, `/static/${built(file).file}`])
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${READER_WORDS[language].title}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
${(built(ENTRY).css ?? []).map((file) => `<link rel="stylesheet" href="/static/${file}">`).join('\n')}
</head>
<body>
<script type="application/json" id="catalogs">${JSON.stringify(Object.fromEntries(addresses))}</script>
<div id="root"></div>
<script type="module" src="/static/${built(ENTRY).file}"></script>
</body>
</html>
`
  return { html, folder, remove: () => rmSync(folder, { recursive: true }) }
}
