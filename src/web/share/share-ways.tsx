import { type MouseEvent, useState } from 'react'
import { linkTo } from '#contract/deep-links.ts'
import type { BrowserEvent } from '#contract/events.ts'
import type { SharedReport } from '#contract/sharing.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/flow-id.ts'
import { useTexts } from '../texts.tsx'
import { LinkByHand } from './link-by-hand.tsx'
import { PostForm } from './post-form.tsx'
import type { ShareProps } from './share.tsx'
import styles from './share-sheet.module.css'
import { type ShareLinkName, shareLinks } from './share-targets.ts'
import { ShareTile } from './share-tile.tsx'
import { useCopy } from './use-copy.ts'
import { useSocialSdk } from './use-social-sdk.ts'

type Target = Extract<BrowserEvent, { name: 'share_report' }>['properties']['target']

const isMobile = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)

export type ShareWaysProps = { report: SharedReport } & Pick<ShareProps, 'language' | 'level' | 'page'>

/** Every way to hand on the link of a public report. */
export function ShareWays({ report, language, level, page }: ShareWaysProps) {
  const t = useTexts()
  const { url } = report
  const sdk = useSocialSdk(page.social)
  const [copyState, copy] = useCopy(url)
  const [isPosting, setIsPosting] = useState(false)
  const [hasMoreFailed, setHasMoreFailed] = useState(false)
  const text = t('share.text', { language, level })
  const links = shareLinks({ url, text }, { facebookAppId: page.social.facebookAppId, isMobile: isMobile() })
  const community = linkTo(page, { to: 'community' })

  const note = (target: Target) => track('share_report', { flow_id: flowIdFor(language), language, level, target })
  const pressLink = (name: ShareLinkName, event: MouseEvent) => {
    note(name)
    // Facebook's send dialog does not work on mobile devices: there the link opens the app.
    const hasDialog = name === 'facebook' || (name === 'messenger' && !isMobile())
    if (!sdk || !hasDialog) return
    event.preventDefault()
    sdk.ui(name === 'facebook' ? { method: 'share', href: url } : { method: 'send', link: url })
  }
  const openMore = async () => {
    note('more')
    setHasMoreFailed(false)
    try {
      await navigator.share({ title: t('site.name'), text, url })
    } catch (error) {
      // Changing one's mind is no failure.
      setHasMoreFailed((error as DOMException).name !== 'AbortError')
    }
  }
  return (
    <>
      <ul className={styles.targets} aria-label={t('share.targets')}>
        {page.webBaseUrl ? (
          <ShareTile mark="product" href={community} onPress={() => note('product')} />
        ) : (
          <ShareTile mark="product" isExpanded={isPosting} onPress={() => setIsPosting(!isPosting)} />
        )}
        {links.map(({ name, href }) => (
          <ShareTile key={name} mark={name} href={href} onPress={(event) => pressLink(name, event)} />
        ))}
        {'share' in navigator && <ShareTile mark="more" onPress={openMore} />}
        <ShareTile
          mark="copy"
          isDone={copyState === 'copied'}
          onPress={() => {
            note('copy')
            void copy()
          }}
        />
      </ul>
      <p role="status" className={styles.status}>
        {copyState === 'copied' && t('share.copied')}
        {hasMoreFailed && t('share.moreFailed')}
      </p>
      {copyState === 'failed' && <LinkByHand url={url} />}
      {isPosting && <PostForm reportId={report.report_id} community={community} onPosted={() => note('product')} />}
    </>
  )
}
