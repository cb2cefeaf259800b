import { urls } from '#contract/urls.ts'
import type { getJsApi } from '#contract/wechat.ts'
import type { Language } from '#quiz/languages.ts'
import type { Texts } from '../texts.tsx'
import { call } from './api-client.ts'
import { findEnvironment } from './environment.ts'

/** The preview of a shared page in the messaging app. */
type SharedPage = { title: string; desc: string; link: string; imgUrl: string }

const SHARES = ['updateAppMessageShareData', 'updateTimelineShareData'] as const

/** The part of the messaging app's JS-SDK that we use, as documented by its vendor. */
type Sdk = Record<(typeof SHARES)[number], (page: SharedPage) => void> & {
  config: (options: {
    debug: boolean
    appId: string
    timestamp: number
    nonceStr: string
    signature: string
    jsApiList: readonly string[]
  }) => void
  /** Calls back once the configuration is verified. */
  ready: (callback: () => void) => void
}

/** The SDK loads in parallel with our own script; the window's load event waits for both. */
async function untilLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/**
 * Configures the SDK with a signature for this page (Specification §7).
 * @returns null outside the messaging app and on failure
 */
async function configure(): Promise<Sdk | null> {
  await untilLoaded()
  const { wx: sdk } = window as { wx?: Sdk }
  // Old mini-programs can be detected only now.
  if (!sdk?.config || findEnvironment(false) !== 'wx') return null
  const outcome = await call<typeof getJsApi>('GET', urls.wechatJsApi, {
    query: { url: location.href.replace(/#.*/s, '') },
  })
  if (!outcome.ok) return null
  const { app_id: appId, time_stamp: timestamp, nonce_str: nonceStr, signature } = outcome.data
  sdk.config({ debug: false, appId, timestamp, nonceStr, signature, jsApiList: SHARES })
  return new Promise((resolve) => sdk.ready(() => resolve(sdk)))
}

let configured: Promise<Sdk | null> | undefined

/**
 * Sets the preview for sharing this page in the messaging app: the test, in `language` if one is chosen. On failure the
 * app shows the page's own title and URL.
 */
export async function showWhenShared(t: Texts, language: Language | null): Promise<void> {
  configured ??= configure()
  const sdk = await configured
  const page: SharedPage = {
    title: language ? `${t('site.name')}: ${t(`language.${language}`)}` : t('site.name'),
    desc: t('landing.lead'),
    link: location.origin + (language ? urls.quizIn(language) : urls.quiz),
    imgUrl: `${location.origin}${urls.static}icons/icon-512.png`,
  }
  for (const share of SHARES) sdk?.[share](page)
}
