import { createRoot } from 'react-dom/client'
import { makeTexts, TextsProvider } from '#web/texts.tsx'
import { loadCatalog } from '#web/texts-part.tsx'
import '#web/ui/base.css'
import { BlindReading } from './blind-reading.tsx'
import { OpenReading } from './open-reading.tsx'
import type { PageData } from './page-data.ts'
import styles from './reading-page.module.css'
import { loadPage } from './requests.ts'

function Reading({ page }: { page: PageData }) {
  return page.mode === 'open' ? <OpenReading page={page} /> : <BlindReading page={page} />
}

const root = createRoot(document.getElementById('root') as HTMLElement)
try {
  const [page, catalog] = await Promise.all([loadPage(), loadCatalog('quiz')])
  document.title = `Reading ${page.language}`
  root.render(
    <TextsProvider texts={makeTexts('en', catalog)}>
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
