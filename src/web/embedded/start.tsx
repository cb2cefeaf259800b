import { createRoot } from 'react-dom/client'
import type { Assessment } from '#contract/assessments.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { type Texts, TextsProvider } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import { CookiesBlocked } from './cookies-blocked.tsx'
import { embedderAmong } from './embedder.ts'

/** What the frame tells the page that holds it (docs/embedding.md). `height` is in CSS pixels. */
type FrameMessage =
  | { type: 'language-assessment:resize'; height: number }
  | { type: 'language-assessment:finished'; language: Language; level: Level; than: number }

const PROBE = 'embedded_probe'

/** Whether this frame can keep a cookie like the visitor's, which scripts cannot see. */
function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${PROBE}=1; Path=/; Max-Age=60; Secure; SameSite=None; Partitioned`
  return document.cookie.includes(PROBE)
}

async function showCookiesBlocked(root: HTMLElement, texts: Texts, language: Language | null): Promise<void> {
  await loadTextsPart(texts, 'embedded')
  const notice = document.createElement('div')
  root.before(notice)
  root.hidden = true
  createRoot(notice).render(
    <TextsProvider texts={texts}>
      <CookiesBlocked language={language} />
    </TextsProvider>,
  )
}

/** Tells the page that holds the frame how high the quiz is and how a test ended; to a listed origin alone (docs/embedding.md). */
function talkTo(embedder: string): void {
  const post = (message: FrameMessage) => window.parent.postMessage(message, embedder)
  let last = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === last) return
    last = height
    post({ type: 'language-assessment:resize', height })
  }).observe(document.body)
  const told = new Set<string>()
  addEventListener('finished', (event) => {
    const { id, language, result } = (event as CustomEvent<Assessment>).detail
    if (!result || told.has(id)) return
    told.add(id)
    post({ type: 'language-assessment:finished', language, level: result.level, than: result.than })
  })
}

/** What the quiz does besides when it stands in a frame of another site. */
export function startEmbedded(
  root: HTMLElement,
  texts: Texts,
  { embedders, queryLanguage }: { embedders: string[]; queryLanguage: Language | null },
): void {
  const embedder = embedderAmong(embedders, location.ancestorOrigins?.[0], document.referrer)
  if (embedder) talkTo(embedder)
  if (!keepsCookies()) void showCookiesBlocked(root, texts, queryLanguage)
}
