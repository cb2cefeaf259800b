import { useEffect, useRef, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { BrowserEvent } from '#contract/events.ts'
import type { Social } from '#contract/page-data.ts'
import type { SharedReport } from '#contract/sharing.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { findConsent } from '../browser/consent.ts'
import { flowIdFor } from '../browser/storage.ts'
import { useTexts } from '../texts.tsx'
import { PostForm } from './post-form.tsx'
import { CopyByHand, useCopy } from './public-report.tsx'
import styles from './share.module.css'
import { FURTHER_LINKS, linkedInProfileUrl, type ShareLinkName, shareLinks } from './share-links.ts'
import { ShareTile } from './share-tile.tsx'
import { loadSocialSdk, type SocialSdk } from './social-sdk.ts'

type Target = Extract<BrowserEvent, { name: 'share_report' }>['properties']['target']

const isMobile = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)

export type ShareTargetsProps = {
  /** Null until a target is chosen. */
  report: SharedReport | null
  /** Makes the report public; null on failure. */
  publish: () => Promise<SharedReport | null>
  withdraw: (report: SharedReport) => Promise<void>
  /** The address of the picture, which isn't public. */
  picture: string
  /** Saves the name on the report; false on failure. */
  saveName: () => Promise<boolean>
  language: Language
  level: Level
  links: LinkPlace
  social: Social
}

/** Every sharing target. Choosing one makes the report public. */
export function ShareTargets(props: ShareTargetsProps) {
  const { report, publish, withdraw, picture, saveName, language, level, links, social } = props
  const t = useTexts()
  const sdk = useSocialSdk(social)
  const [copyState, copy] = useCopy()
  const [below, setBelow] = useState<'post' | 'further' | null>(null)
  const [notice, setNotice] = useState<'share.moreFailed' | 'share.ready' | null>(null)
  /** Whether the public report was used, and whether the system's menu is open. */
  const state = useRef({ isUsed: false, isChoosing: false })
  const text = t('share.text', { language, level })
  const { facebookAppId } = social
  const linksTo = (url: string) => shareLinks({ url, text }, { facebookAppId, isMobile: isMobile() })
  const { community } = links.templates
  const isElsewhere = community !== false && Boolean(community || links.webBaseUrl)
  const hasOwn = community !== false && !isElsewhere
  const communityFor = ({ url }: SharedReport) => linkTo(links, { to: 'community', report: url })
  const linkedInFor = ({ url }: SharedReport) =>
    linkedInProfileUrl(
      { url },
      { name: t('publicReport.linkedInName', { language, level }), organization: t('site.name'), finishedAt: null },
    )

  const trackShare = (target: Target) =>
    track('share_report', { flow_id: flowIdFor(language), language, level, target })
  /** The public report, marked as used. */
  const use = async () => {
    setNotice(null)
    const published = report ?? (await publish())
    if (published) state.current.isUsed = true
    return published
  }

  /**
   * Opens the address that `hrefOf` builds from the public report, in a window or through a scheme, which needs none.
   */
  const open = async (hrefOf: (report: SharedReport) => string, { isScheme = false } = {}) => {
    // Open it immediately: browsers block windows that open after a reply.
    const opened = isScheme ? null : window.open('', '_blank')
    const published = await use()
    if (!published) return opened?.close()
    if (isScheme) location.assign(hrefOf(published))
    else if (opened) {
      opened.opener = null
      opened.location.replace(hrefOf(published))
    } else setNotice('share.ready')
  }
  const openLink = async (name: ShareLinkName) => {
    trackShare(name)
    // Facebook's send dialog doesn't work on mobile devices; there, Messenger's own scheme opens the app.
    const isScheme = name === 'messenger' && isMobile()
    if (!sdk || isScheme || (name !== 'facebook' && name !== 'messenger'))
      return open(({ url }) => linksTo(url).find((link) => link.name === name)?.href ?? url, { isScheme })
    const published = await use()
    if (!published) return
    const { url } = published
    sdk.ui(name === 'facebook' ? { method: 'share', href: url } : { method: 'send', link: url })
  }
  const openTracked = (target: Target, hrefOf: (report: SharedReport) => string) => {
    trackShare(target)
    return open(hrefOf)
  }
  /**
   * The system's menu needs an address, so the report is public while it's open, and withdrawn if nothing is chosen.
   */
  const more = async () => {
    if (state.current.isChoosing) return
    trackShare('more')
    setNotice(null)
    if (!('share' in navigator)) return setBelow(below === 'further' ? null : 'further')
    state.current.isChoosing = true
    const published = report ?? (await publish())
    try {
      if (!published) return
      await navigator.share({ title: t('site.name'), text, url: published.url })
      state.current.isUsed = true
    } catch (error) {
      if (published?.is_new && !state.current.isUsed) await withdraw(published)
      // Closing the share menu, or pressing again while it's open, isn't a failure.
      if (['AbortError', 'InvalidStateError'].includes((error as DOMException).name)) return
      setNotice('share.moreFailed')
      setBelow('further')
    } finally {
      state.current.isChoosing = false
    }
  }
  const copyLink = () => {
    trackShare('copy')
    const published = use()
    return copy(report?.url ?? published.then((made) => made?.url ?? Promise.reject(new Error('not public'))))
  }
  const savePicture = async () => {
    trackShare('picture')
    if (!(await saveName())) return
    const link = document.createElement('a')
    link.href = picture
    link.download = 'language-level.png'
    link.click()
  }
  return (
    <>
      <ul className={styles.targets} aria-label={t('share.targets')}>
        {isElsewhere && <ShareTile target="product" opensWindow onPress={() => openTracked('product', communityFor)} />}
        {hasOwn && (
          <ShareTile
            target="product"
            isExpanded={below === 'post'}
            onPress={() => setBelow(below === 'post' ? null : 'post')}
          />
        )}
        {linksTo('').map(({ name }) => (
          <ShareTile key={name} target={name} opensWindow onPress={() => openLink(name)} />
        ))}
        <ShareTile target="more" isExpanded={below === 'further' || undefined} onPress={more} />
        <ShareTile target="copy" isDone={copyState === 'copied'} onPress={copyLink} />
        <ShareTile target="picture" onPress={savePicture} />
        <ShareTile target="linkedin" opensWindow onPress={() => openTracked('linkedin', linkedInFor)} />
      </ul>
      <p role="status" className={notice ? styles.status : 'visually-hidden'}>
        {copyState === 'copied' && <span>{t('share.copied')}</span>}
        {notice && <span>{t(notice)}</span>}
      </p>
      {report && copyState === 'failed' && (
        <div className={styles.byHand}>
          <CopyByHand url={report.url} />
        </div>
      )}
      {below === 'further' && <FurtherTargets text={text} onChoose={open} />}
      {below === 'post' && (
        <PostForm publish={use} community={linkTo(links, { to: 'community' })} onPosted={() => trackShare('product')} />
      )}
    </>
  )
}

type FurtherTargetsProps = {
  text: string
  onChoose: (hrefOf: (report: SharedReport) => string, options?: { isScheme: boolean }) => void
}

/** Targets shown by 'More' if the browser has no system share menu. */
function FurtherTargets({ text, onChoose }: FurtherTargetsProps) {
  const t = useTexts()
  return (
    <ul className={styles.further} aria-label={t('share.further')}>
      {FURTHER_LINKS.map(({ target, hrefOf }) => (
        <li key={target}>
          <button
            type="button"
            onClick={() => onChoose(({ url }) => hrefOf({ url, text }), { isScheme: target === 'email' })}
          >
            {target === 'email' ? (
              t('share.email')
            ) : (
              <>
                <span translate="no">{target}</span>
                <span className="visually-hidden">{`(${t('share.newWindow')})`}</span>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * The social SDK, requested when the sheet opens and only with the visitor's consent (Specification §2); otherwise
 * null.
 */
function useSocialSdk({ sdkUrl, facebookAppId }: Social): SocialSdk | null {
  const [sdk, setSdk] = useState<SocialSdk | null>(null)
  useEffect(() => {
    if (sdkUrl && facebookAppId && findConsent() === 'allowed') void loadSocialSdk(sdkUrl, facebookAppId).then(setSdk)
  }, [sdkUrl, facebookAppId])
  return sdk
}
