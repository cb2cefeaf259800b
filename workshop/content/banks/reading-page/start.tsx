import { createRoot } from 'react-dom/client'
import { makeTexts, TextsProvider } from '#web/texts.tsx'
import { loadCatalog } from '#web/texts-part.tsx'
import '#web/ui/base.css'
import { BlindReading } from './blind-reading.tsx'
import { OpenReading } from './open-reading.tsx'
import type { PageData } from './page-data.ts'
import styles from './reading-page.module.css'
import { loadPage } from './requests.ts'
import { Welcome } from './welcome.tsx'
import { READER_WORDS } from './words.ts'

function Reading({ page }: { page: PageData }) {
  if (page.mode === 'open') return <OpenReading page={page} />
  if (page.mode === 'welcome') return <Welcome words={READER_WORDS[page.language]} />
  return <BlindReading page={page} words={READER_WORDS[page.isShared ? page.language : 'english']} />
}

const root = createRoot(document.getElementById('root') as HTMLElement)
try {
  const [page, catalog] = await Promise.all([loadPage(), loadCatalog('quiz')])
  const isLocal = page.mode === 'open' || (page.mode === 'blind' && !page.isShared)
  document.title = isLocal ? `Reading ${page.language}` : READER_WORDS[page.language].title
  root.render(
    <TextsProvider texts={makeTexts(document.documentElement.lang, catalog)}>
      <Reading page={page} />
    </TextsProvider>,
  )
} catch (error) {
  root.render(
    <main className={styles.screen}>
      <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
    </main>,
  )
}
