import { useState } from 'react'
import { type LinkPlace, linkTo } from '#contract/deep-links.ts'
import type { Social } from '#contract/page-data.ts'
import {
  type ReportToShare,
  SHARE_TARGET_NAMES,
  SHARE_TARGETS,
  type ShareTarget,
  type ShareTargetName,
} from '#contract/share-targets.ts'
import type { Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { track } from '../browser/analytics.ts'
import { flowIdFor } from '../browser/storage.ts'
import { useTexts } from '../texts.tsx'
import { type FurtherTarget, FurtherTargets } from './further-targets.tsx'
import { PostForm } from './post-form.tsx'
import { CopyByHand, useCopy } from './public-report.tsx'
import styles from './share.module.css'
import { ShareTile, type ShareTileProps } from './share-tile.tsx'
import { useSocialSdk } from './social-sdk.ts'
import { type Publication, usePublicReport } from './use-public-report.ts'

const isMobile = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)

type TileAction = Omit<ShareTileProps, 'target'>

export type ShareTilesProps = Publication & {
  /** The address of the picture, which isn't public. */
  picture: string
  /** Saves the name on the report; false on failure. */
  saveName: () => Promise<boolean>
  language: Language
  level: Level
  links: LinkPlace
  social: Social
}

function download(picture: string): void {
  const link = document.createElement('a')
  link.href = picture
  link.download = 'language-level.png'
  link.click()
}

/** Every share target as a tile. Choosing one makes the report public. */
export function ShareTiles(props: ShareTilesProps) {
  const { report, picture, saveName, language, level, links, social } = props
  const t = useTexts()
  const sdk = useSocialSdk(social)
  const { notice, use, open, isMenuOpen, openMenu } = usePublicReport(props)
  const [copyState, copy] = useCopy()
  const [below, setBelow] = useState<'post' | 'further' | null>(null)
  const toggle = (part: 'post' | 'further') => setBelow(below === part ? null : part)
  const text = t('share.text', { language, level })
  const title = t('publicReport.linkedInName', { language, level })
  const toShare = (url: string): ReportToShare => ({ url, text, title, siteName: t('site.name'), finishedAt: null })
  const device = { facebookAppId: social.facebookAppId, isMobile: isMobile() }
  const { community } = links.templates

  const trackShare = (target: ShareTargetName) =>
    track('share_report', { flow_id: flowIdFor(language), language, level, target })
  const openAddress = ({ addressOf, opensApp }: FurtherTarget) =>
    open((url) => addressOf(toShare(url), device), opensApp?.(device) ?? false)
  const opening = (name: ShareTargetName, openIt: () => Promise<unknown>): TileAction => ({
    opensWindow: true,
    onPress: () => {
      trackShare(name)
      void openIt()
    },
  })
  const openingTarget = (name: ShareTargetName, { dialogOn, ...target }: ShareTarget & FurtherTarget) =>
    opening(name, async () => {
      const dialogOf = sdk && dialogOn?.(device)
      if (!dialogOf) return openAddress(target)
      const published = await use()
      if (published) sdk.ui(dialogOf(published.url))
    })
  const productTile = (): TileAction | null => {
    if (community === false) return null
    if (!community && !links.webBaseUrl) return { isExpanded: below === 'post', onPress: () => toggle('post') }
    return opening('product', () =>
      open((url) => linkTo(links, { to: 'community', report: url }), links.appUrlScheme !== ''),
    )
  }
  const more = async () => {
    if (isMenuOpen.current) return
    trackShare('more')
    if (!('share' in navigator)) return toggle('further')
    if (!(await openMenu({ title: t('site.name'), text }))) setBelow('further')
  }
  const copyLink = () => {
    trackShare('copy')
    const published = use()
    return copy(report?.url ?? published.then((made) => made?.url ?? Promise.reject(new Error('not public'))))
  }
  const savePicture = async () => {
    trackShare('picture')
    if (await saveName()) download(picture)
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
          const { addressOf, ...target }: ShareTarget = SHARE_TARGETS[name]
          if (target.isOffered?.(device) === false) return null
          const action = addressOf ? openingTarget(name, { addressOf, ...target }) : onPage[name]
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
      {below === 'further' && <FurtherTargets onChoose={openAddress} />}
      {below === 'post' && (
        <PostForm publish={use} community={linkTo(links, { to: 'community' })} onPosted={() => trackShare('product')} />
      )}
    </>
  )
}
