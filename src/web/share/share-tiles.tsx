import { useEffect, useRef, useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { Social } from '#contract/page-data.ts'
import type { SharedReport } from '#contract/reports.ts'
import {
  FURTHER_TARGETS,
  type ReportToShare,
  SHARE_TARGET_NAMES,
  SHARE_TARGETS,
  type ShareTarget,
  type ShareTargetName,
} from '#contract/share-targets.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { findConsent } from '../browser/consent.ts'
import { flowIdFor } from '../browser/storage.ts'
import { useTexts } from '../texts.tsx'
import { PostForm } from './post-form.tsx'
import { CopyByHand, useCopy } from './public-report.tsx'
import styles from './share.module.css'
import { ShareTile, type ShareTileProps } from './share-tile.tsx'
import { loadSocialSdk, type SocialSdk } from './social-sdk.ts'

const isMobile = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)

type TileAction = Omit<ShareTileProps, 'target'>

export type ShareTilesProps = {
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

/** Every share target as a tile. Choosing one makes the report public. */
export function ShareTiles(props: ShareTilesProps) {
  const { report, publish, withdraw, picture, saveName, language, level, links, social } = props
  const t = useTexts()
  const sdk = useSocialSdk(social)
  const [copyState, copy] = useCopy()
  const [below, setBelow] = useState<'post' | 'further' | null>(null)
  const [notice, setNotice] = useState<'share.moreFailed' | 'share.ready' | null>(null)
  /** Whether the public report was used, and whether the system's menu is open. */
  const state = useRef({ isUsed: false, isChoosing: false })
  const text = t('share.text', { language, level })
  const title = t('publicReport.linkedInName', { language, level })
  const toShare = (url: string): ReportToShare => ({ url, text, title, siteName: t('site.name'), finishedAt: null })
  const device = { facebookAppId: social.facebookAppId, isMobile: isMobile() }
  const { community } = links.templates

  const trackShare = (target: ShareTargetName) =>
    track('share_report', { flow_id: flowIdFor(language), language, level, target })
  /** The public report, marked as used. */
  const use = async () => {
    setNotice(null)
    const published = report ?? (await publish())
    if (published) state.current.isUsed = true
    return published
  }

  /** Opens the address that `addressOf` builds from the public report's, in a window, or in an app that needs none. */
  const open = async (addressOf: (url: string) => string) => {
    const opensApp = !addressOf('').startsWith('http')
    // Open it immediately: browsers block windows that open after a reply.
    const opened = opensApp ? null : window.open('', '_blank')
    const published = await use()
    if (!published) return opened?.close()
    if (opensApp) location.assign(addressOf(published.url))
    else if (opened) {
      opened.opener = null
      opened.location.replace(addressOf(published.url))
    } else setNotice('share.ready')
  }
  const openTarget = async ({ addressOf, dialogOf }: ShareTarget) => {
    if (!sdk || !dialogOf?.(toShare(''), device)) return open((url) => addressOf?.(toShare(url), device) ?? url)
    const published = await use()
    const dialog = published && dialogOf(toShare(published.url), device)
    if (dialog) sdk.ui(dialog)
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
  const opening = (name: ShareTargetName, open: () => Promise<unknown>): TileAction => ({
    opensWindow: true,
    onPress: () => {
      trackShare(name)
      void open()
    },
  })
  const productTile = (): TileAction | null => {
    if (community === false) return null
    if (community || links.webBaseUrl)
      return opening('product', () => open((url) => linkTo(links, { to: 'community', report: url })))
    return { isExpanded: below === 'post', onPress: () => setBelow(below === 'post' ? null : 'post') }
  }
  /** Targets that work on the page itself, without an address. */
  const onPage: Partial<Record<ShareTargetName, TileAction | null>> = {
    product: productTile(),
    more: { isExpanded: below === 'further' || undefined, onPress: more },
    copy: { isDone: copyState === 'copied', onPress: copyLink },
    picture: { onPress: savePicture },
  }
  return (
    <>
      <ul className={styles.targets} aria-label={t('share.targets')}>
        {SHARE_TARGET_NAMES.map((name) => {
          const target: ShareTarget = SHARE_TARGETS[name]
          if (target.isOffered?.(device) === false) return null
          const action = target.addressOf ? opening(name, () => openTarget(target)) : onPage[name]
          return action && <ShareTile key={name} target={name} {...action} />
        })}
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
      {below === 'further' && (
        <FurtherTargets onChoose={(name) => open((url) => FURTHER_TARGETS[name]?.(toShare(url)) ?? url)} />
      )}
      {below === 'post' && (
        <PostForm publish={use} community={linkTo(links, { to: 'community' })} onPosted={() => trackShare('product')} />
      )}
    </>
  )
}

/** Targets shown by 'More' if the browser has no system share menu. */
function FurtherTargets({ onChoose }: { onChoose: (name: string) => void }) {
  const t = useTexts()
  return (
    <ul className={styles.further} aria-label={t('share.further')}>
      {Object.keys(FURTHER_TARGETS).map((name) => (
        <li key={name}>
          <button type="button" onClick={() => onChoose(name)}>
            {name === 'email' ? (
              t('share.email')
            ) : (
              <>
                <span translate="no">{name}</span>
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
