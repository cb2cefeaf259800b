import { useEffect, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { BrowserEvent } from '#contract/events.ts'
import type { Social } from '#contract/page-data.ts'
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
import { furtherLinks, type Shared, shareLinks } from './share-links.ts'
import { ShareTile } from './share-tile.tsx'
import { loadSocialSdk, type SocialSdk } from './social-sdk.ts'

type Target = Extract<BrowserEvent, { name: 'share_report' }>['properties']['target']

const isMobile = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)

export type ShareTargetsProps = {
  /** Null until a target is chosen. */
  report: SharedReport | null
  /** Makes the report public; null if that fails. */
  publish: () => Promise<SharedReport | null>
  language: Language
  level: Level
  links: LinkPlace
  social: Social
}

/** Every target that a report can be shared to. Choosing one makes the report public. */
export function ShareTargets({ report, publish, language, level, links, social }: ShareTargetsProps) {
  const t = useTexts()
  const sdk = useSocialSdk(social)
  const [copyState, copy] = useCopy()
  const [below, setBelow] = useState<'post' | 'further' | null>(null)
  const [problem, setProblem] = useState<'share.moreFailed' | 'share.ready' | null>(null)
  const text = t('share.text', { language, level })
  const { facebookAppId } = social
  const linksTo = (url: string) => shareLinks({ url, text }, { facebookAppId, isMobile: isMobile() })
  const { community } = links.templates
  const isElsewhere = community !== false && Boolean(community || links.webBaseUrl)
  const hasOwn = community !== false && !isElsewhere
  const communityFor = ({ url }: SharedReport) => linkTo(links, { to: 'community', report: url })

  const trackShare = (target: Target) =>
    track('share_report', { flow_id: flowIdFor(language), language, level, target })

  /** Opens the address that `hrefOf` makes of the public report. */
  const open = async (target: Target, hrefOf: (report: SharedReport) => string) => {
    trackShare(target)
    setProblem(null)
    // Facebook's send dialog does not work on mobile devices; Messenger's own scheme opens the app there, and needs no
    // window.
    const isScheme = target === 'messenger' && isMobile()
    const hasDialog = sdk && (target === 'facebook' || (target === 'messenger' && !isScheme))
    // Open it at once: browsers block windows that open after a reply.
    const opened = hasDialog || isScheme ? null : window.open('', '_blank')
    const published = report ?? (await publish())
    if (!published) return opened?.close()
    if (hasDialog)
      sdk.ui(target === 'facebook' ? { method: 'share', href: published.url } : { method: 'send', link: published.url })
    else if (isScheme) location.assign(hrefOf(published))
    else if (opened) {
      opened.opener = null
      opened.location.replace(hrefOf(published))
    } else setProblem('share.ready')
  }
  const post = async () => {
    if (below === 'post') setBelow(null)
    else if (report ?? (await publish())) setBelow('post')
  }
  const more = async () => {
    trackShare('more')
    setProblem(null)
    const published = report ?? (await publish())
    if (!published) return
    if (!('share' in navigator)) return setBelow(below === 'further' ? null : 'further')
    try {
      await navigator.share({ title: t('site.name'), text, url: published.url })
    } catch (error) {
      // Closing the share menu is not a failure.
      if ((error as DOMException).name === 'AbortError') return
      setProblem('share.moreFailed')
      setBelow('further')
    }
  }
  const copyLink = () => {
    trackShare('copy')
    return copy(report?.url ?? publish().then((published) => published?.url ?? Promise.reject(new Error('not public'))))
  }
  return (
    <>
      <ul className={styles.targets} aria-label={t('share.targets')}>
        {isElsewhere && <ShareTile target="product" opensWindow onPress={() => open('product', communityFor)} />}
        {hasOwn && <ShareTile target="product" isExpanded={below === 'post'} onPress={post} />}
        {linksTo('').map(({ name }) => (
          <ShareTile
            key={name}
            target={name}
            opensWindow
            onPress={() => open(name, ({ url }) => linksTo(url).find((link) => link.name === name)?.href ?? url)}
          />
        ))}
        <ShareTile target="more" isExpanded={below === 'further' || undefined} onPress={more} />
        <ShareTile target="copy" isDone={copyState === 'copied'} onPress={copyLink} />
      </ul>
      <p role="status" className={styles.status}>
        {copyState === 'copied' && <span>{t('share.copied')}</span>}
        {problem && <span>{t(problem)}</span>}
      </p>
      {report && copyState === 'failed' && (
        <div className={styles.byHand}>
          <CopyByHand url={report.url} />
        </div>
      )}
      {report && below === 'further' && <FurtherTargets shared={{ url: report.url, text }} />}
      {report && below === 'post' && (
        <PostForm
          reportId={report.report_id}
          community={linkTo(links, { to: 'community' })}
          onPosted={() => trackShare('product')}
        />
      )}
    </>
  )
}

/** What 'More' shows if the browser cannot open the system's share menu. */
function FurtherTargets({ shared }: { shared: Shared }) {
  const t = useTexts()
  return (
    <ul className={styles.further} aria-label={t('share.further')}>
      {furtherLinks(shared).map(({ target, href }) => (
        <li key={href}>
          {target === 'email' ? (
            <a href={href}>{t('share.email')}</a>
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer">
              <span translate="no">{target.site}</span>
              <span className="visually-hidden">{`(${t('share.newWindow')})`}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * The social SDK, requested when the sheet opens and only with the visitor's consent (Specification §2); null without
 * it.
 */
function useSocialSdk({ sdkUrl, facebookAppId }: Social): SocialSdk | null {
  const [sdk, setSdk] = useState<SocialSdk | null>(null)
  useEffect(() => {
    if (sdkUrl && facebookAppId && findConsent() === 'allowed') void loadSocialSdk(sdkUrl, facebookAppId).then(setSdk)
  }, [sdkUrl, facebookAppId])
  return sdk
}
