import { type MouseEvent, useEffect, useState } from 'react'
import { linkTo } from '#contract/deep-links.ts'
import type { BrowserEvent } from '#contract/events.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import type { SharedReport } from '#contract/sharing.ts'
import type { Language } from '#quiz/languages.ts'
import type { Level } from '#quiz/levels.ts'
import { track } from '../browser/analytics.ts'
import { findConsent } from '../browser/consent.ts'
import { flowIdFor } from '../browser/storage.ts'
import { useTexts } from '../texts.tsx'
import { PostForm } from './post-form.tsx'
import { CopyByHand, useCopy } from './public-report.tsx'
import styles from './share.module.css'
import { type ShareLinkName, shareLinks } from './share-links.ts'
import { ShareTile } from './share-tile.tsx'
import { loadSocialSdk, type SocialSdk } from './social-sdk.ts'

type Target = Extract<BrowserEvent, { name: 'share_report' }>['properties']['target']

const isMobile = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)

export type ShareTargetsProps = { report: SharedReport; language: Language; level: Level; page: QuizPageState }

/** Every target that a public report can be shared to. */
export function ShareTargets({ report, language, level, page }: ShareTargetsProps) {
  const t = useTexts()
  const { url } = report
  const sdk = useSocialSdk(page.social)
  const [copyState, copy] = useCopy(url)
  const [isPosting, setIsPosting] = useState(false)
  const [hasMoreFailed, setHasMoreFailed] = useState(false)
  const text = t('share.text', { language, level })
  const links = shareLinks({ url, text }, { facebookAppId: page.social.facebookAppId, isMobile: isMobile() })
  const community = linkTo(page, { to: 'community' })

  const trackShare = (target: Target) =>
    track('share_report', { flow_id: flowIdFor(language), language, level, target })
  const pressLink = (name: ShareLinkName, event: MouseEvent) => {
    trackShare(name)
    // Facebook's send dialog does not work on mobile devices; the plain link opens the app there.
    const hasDialog = name === 'facebook' || (name === 'messenger' && !isMobile())
    if (!sdk || !hasDialog) return
    event.preventDefault()
    sdk.ui(name === 'facebook' ? { method: 'share', href: url } : { method: 'send', link: url })
  }
  const openShareMenu = async () => {
    trackShare('more')
    setHasMoreFailed(false)
    try {
      await navigator.share({ title: t('site.name'), text, url })
    } catch (error) {
      // Closing the share menu is not a failure.
      setHasMoreFailed((error as DOMException).name !== 'AbortError')
    }
  }
  return (
    <>
      <ul className={styles.targets} aria-label={t('share.targets')}>
        {page.webBaseUrl ? (
          <ShareTile target="product" href={community} onPress={() => trackShare('product')} />
        ) : (
          <ShareTile target="product" isExpanded={isPosting} onPress={() => setIsPosting(!isPosting)} />
        )}
        {links.map(({ name, href }) => (
          <ShareTile key={name} target={name} href={href} onPress={(event) => pressLink(name, event)} />
        ))}
        {'share' in navigator && <ShareTile target="more" onPress={openShareMenu} />}
        <ShareTile
          target="copy"
          isDone={copyState === 'copied'}
          onPress={() => {
            trackShare('copy')
            void copy()
          }}
        />
      </ul>
      <p role="status" className={styles.status}>
        {copyState === 'copied' && t('share.copied')}
        {hasMoreFailed && t('share.moreFailed')}
      </p>
      {copyState === 'failed' && (
        <div className={styles.byHand}>
          <CopyByHand url={url} />
        </div>
      )}
      {isPosting && (
        <PostForm reportId={report.report_id} community={community} onPosted={() => trackShare('product')} />
      )}
    </>
  )
}

/** The social SDK, requested when the sheet opens and only with the visitor's consent (Specification §2); null without it. */
function useSocialSdk({ sdkUrl, facebookAppId }: QuizPageState['social']): SocialSdk | null {
  const [sdk, setSdk] = useState<SocialSdk | null>(null)
  useEffect(() => {
    if (sdkUrl && facebookAppId && findConsent() === 'allowed') void loadSocialSdk(sdkUrl, facebookAppId).then(setSdk)
  }, [sdkUrl, facebookAppId])
  return sdk
}
