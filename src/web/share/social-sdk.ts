import type { SocialDialog } from '#contract/share-targets.ts'

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
export function loadSocialSdk(address: string, appId: string): Promise<SocialSdk | null> {
  loading ??= load(address, appId)
  return loading
}
