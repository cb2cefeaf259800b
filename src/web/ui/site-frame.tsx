import type { Brand, Legal } from '#contract/brand.ts'
import type { Locale } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import { Avatar, type AvatarProps } from './avatar.tsx'
import { IconSprite } from './icon.tsx'
import { LanguageSwitcher } from './language-switcher.tsx'
import { BADGE } from './level-badge-shape.ts'
import styles from './site-frame.module.css'

/** The visitor; undefined if unknown, or if a linked marketplace keeps the accounts. */
export type Visitor = 'signed out' | Omit<AvatarProps, 'className'> | undefined

/** The speech bubble with three rising bars. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="-56 -54 112 120" aria-hidden="true">
      <path className={styles.disc} d={BADGE.face} />
      <path className={styles.bars} d="M-22 20V10M0 20V-6M22 20V-22" />
    </svg>
  )
}

function AccountLink({ visitor }: { visitor: Visitor }) {
  const t = useTexts()
  if (visitor === undefined) return null
  if (visitor === 'signed out')
    return (
      <a className={styles.quiet} href={urls.account}>
        {t('test.signIn')}
      </a>
    )
  return (
    <a className={styles.me} href={urls.account} aria-label={t('account.title')}>
      <Avatar {...visitor} />
    </a>
  )
}

type SiteHeaderProps = { locale: Locale; address: string; visitor: Visitor; brand: Brand | undefined }

/**
 * The header of every page except the test: plain HTML, rendered only on the server. The name links to the brand's
 * home, or else to the language choice or this tab's stored result, but never to the landing page, which would clear
 * the result.
 */
export function SiteHeader({ locale, address, visitor, brand }: SiteHeaderProps) {
  const t = useTexts()
  return (
    <>
      <IconSprite />
      <header className={styles.header}>
        <a className={styles.brand} href={brand?.home ?? urls.quiz} aria-label={t('site.name')}>
          {brand?.logo ? <img className={styles.mark} src={brand.logo} alt="" width="34" height="34" /> : <Mark />}
          <span className={brand ? styles.name : `${styles.name} ${styles.ours}`}>{t('site.name')}</span>
        </a>
        <LanguageSwitcher locale={locale} address={address} />
        <AccountLink visitor={visitor} />
      </header>
    </>
  )
}

/**
 * The legal pages, below every page except the test. If the privacy notice is on another site, visitors still change
 * their consent here.
 */
export function SiteFooter({ legal }: { legal: Legal | undefined }) {
  const t = useTexts()
  return (
    <footer className={styles.footer}>
      <a href={urls.how}>{t('guide.how')}</a>
      <a href={legal?.terms ?? urls.terms}>{t('terms.title')}</a>
      <a href={legal?.privacy ?? urls.privacy}>{t('privacy.title')}</a>
      {legal?.privacy && <a href={urls.privacy}>{t('privacy.choice.title')}</a>}
      <a href={urls.accessibility}>{t('accessibility.title')}</a>
    </footer>
  )
}
