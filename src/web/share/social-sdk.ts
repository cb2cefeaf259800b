import { useEffect, useState } from 'react'
import type { Social } from '#contract/page-data.ts'
import type { SocialDialog } from '#contract/share-targets.ts'
import { findConsent } from '../browser/consent.ts'

/** The part of Facebook's SDK for JavaScript that we use. */
export type SocialSdk = {
  init: (options: { appId: string; version: string; xfbml: boolean }) => void
  ui: (dialog: SocialDialog) => void
}

const VERSION = 'v24.0'

let loading: Promise<SocialSdk | null> | undefined

async function load(address: string, appId: string): Promise<SocialSdk | null> {
  const script = document.createElement('script')
  script.async = true
  script.crossOrigin = 'anonymous'
  script.src = address
  const isLoaded = new Promise<boolean>((resolve) => {
    script.onload = () => resolve(true)
    script.onerror = () => resolve(false)
  })
  document.head.append(script)
  const sdk = (await isLoaded) ? (window as { FB?: SocialSdk }).FB : undefined
  sdk?.init({ appId, version: VERSION, xfbml: false })
  return sdk ?? null
}

/** The social SDK, loaded at most once per page; null on failure: the plain links then do the same. */
function loadSocialSdk(address: string, appId: string): Promise<SocialSdk | null> {
  loading ??= load(address, appId)
  return loading
}

/**
 * The social SDK, requested when the sheet opens and only with the visitor's consent (Specification §2); otherwise
 * null.
 */
export function useSocialSdk({ sdkUrl, facebookAppId }: Social): SocialSdk | null {
  const [sdk, setSdk] = useState<SocialSdk | null>(null)
  useEffect(() => {
    if (sdkUrl && facebookAppId && findConsent() === 'allowed') void loadSocialSdk(sdkUrl, facebookAppId).then(setSdk)
  }, [sdkUrl, facebookAppId])
  return sdk
}
