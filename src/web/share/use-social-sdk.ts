import { useEffect, useState } from 'react'
import type { QuizPageState } from '#contract/page-data.ts'
import { hasConsent } from '../browser/consent.ts'
import { loadSocialSdk, type SocialSdk } from './social-sdk.ts'

/** The social SDK, asked for when the sheet opens and not before (Specification §2), if the visitor allows it; null without it. */
export function useSocialSdk({ sdkUrl, facebookAppId }: QuizPageState['social']): SocialSdk | null {
  const [sdk, setSdk] = useState<SocialSdk | null>(null)
  useEffect(() => {
    if (sdkUrl && facebookAppId && hasConsent()) void loadSocialSdk(sdkUrl, facebookAppId).then(setSdk)
  }, [sdkUrl, facebookAppId])
  return sdk
}
