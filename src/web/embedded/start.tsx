import { createRoot } from 'react-dom/client'
import type { Attempt } from '#contract/attempts.ts'
import type { FrameMessage } from '#contract/embedding.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { type Texts, TextsProvider, useTexts } from '../texts.tsx'
import { loadTextsPart } from '../texts-part.tsx'
import styles from './embedded.module.css'

const TEST_COOKIE = 'embedded_probe'

/**
 * Sets up everything that the quiz does only in another site's iframe.
 * @returns posts a finished attempt's result to the embedding page, once
 */
export function startEmbedded(
  root: HTMLElement,
  texts: Texts,
  embedders: readonly string[],
  language: Language | null,
): (attempt: Attempt) => void {
  const embedder = findEmbedder(embedders, location.ancestorOrigins?.[0], document.referrer)
  const post = (message: FrameMessage) => embedder && window.parent.postMessage(message, embedder)
  postHeights(post)
  postEscape(post)
  openLinksInTabs()
  if (!acceptsCookies()) void showCookiesBlocked(root, texts, language)
  return resultPoster(post)
}

/**
 * The embedding page's origin if it's allowed, else undefined. The browser provides it in `location.ancestorOrigins`;
 * older browsers, in the referrer.
 */
export function findEmbedder(
  allowed: readonly string[],
  ancestor: string | undefined,
  referrer: string,
): string | undefined {
  const origin = ancestor ?? /^https?:\/\/[^/]+/.exec(referrer)?.[0] ?? ''
  return allowed.find((each) => each === origin)
}

type Post = (message: FrameMessage) => void

function postHeights(post: Post): void {
  let lastHeight = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === lastHeight) return
    lastHeight = height
    post({ type: 'language-assessment:resize', height })
  }).observe(document.body)
}

/** The embedding page's dialog can't see keys pressed in an iframe (docs/embedding.md). */
function postEscape(post: Post): void {
  addEventListener('keydown', ({ key }) => {
    // One of our own dialogs or menus closes first.
    const isOurs = CSS.supports('selector(:popover-open)') ? 'dialog[open], :popover-open' : 'dialog[open]'
    if (key === 'Escape' && !document.querySelector(isOurs)) post({ type: 'language-assessment:escape' })
  })
}

function resultPoster(post: Post): (attempt: Attempt) => void {
  const posted = new Set<string>()
  return ({ id, language, result }) => {
    if (!result || posted.has(id)) return
    posted.add(id)
    post({ type: 'language-assessment:finished', language, level: result.level, than: result.than })
  }
}

/** Opens links in tabs: other pages may refuse to be framed, and the embedding page stays open. */
function openLinksInTabs(): void {
  const open = ({ target }: Event) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]:not([target], [download])')
    if (link && link.pathname !== location.pathname) link.target = '_blank'
  }
  addEventListener('click', open, true)
}

/**
 * Whether the browser accepts cookies in this iframe. The test cookie has the attributes of the visitor's cookie, which
 * scripts can't read.
 */
function acceptsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser.
  document.cookie = `${TEST_COOKIE}=1; Max-Age=60; Secure; SameSite=None; Partitioned`
  return document.cookie.includes(TEST_COOKIE)
}

/** Replaces the quiz with a notice: without cookies, the server can't attribute the answers. */
async function showCookiesBlocked(root: HTMLElement, texts: Texts, language: Language | null): Promise<void> {
  await loadTextsPart(texts, 'embedded')
  const notice = document.createElement('div')
  root.before(notice)
  root.hidden = true
  createRoot(notice).render(
    <TextsProvider texts={texts}>
      <main className={styles.notice}>
        <p>{texts('embedded.blocked')}</p>
        <OpenInTab language={language} />
      </main>
    </TextsProvider>,
  )
}

/** Opens the quiz in a tab, where everything works. */
export function OpenInTab({ language }: { language: Language | null }) {
  const t = useTexts()
  return (
    <a className={styles.link} href={language ? urls.quizIn(language) : urls.quiz} target="_blank" rel="noopener">
      {t('embedded.open')}
    </a>
  )
}
