import type { CommunityPageData } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './community.module.css'
import { CommunityPost } from './community-post.tsx'
import marketplace from './marketplace.module.css'
import { MarketplaceFrame } from './marketplace-frame.tsx'

/** What learners have posted, newest first. */
export function CommunityPage({ posts, isFirst, older, avatarBaseUrl }: CommunityPageData) {
  const t = useTexts()
  return (
    <MarketplaceFrame>
      <h1 className={marketplace.title}>{t('community.title')}</h1>
      <p className={marketplace.soft}>{t('community.lead')}</p>
      {posts.length === 0 && (
        <p className={styles.none}>
          {t(isFirst ? 'community.none' : 'community.noOlder')} <a href={urls.quiz}>{t('community.test')}</a>
        </p>
      )}
      {posts.length > 0 && (
        <ol className={styles.posts}>
          {posts.map((post) => (
            <CommunityPost key={post.id} post={post} avatarBaseUrl={avatarBaseUrl} />
          ))}
        </ol>
      )}
      {(!isFirst || older) && (
        <nav className={styles.paging} aria-label={t('community.paging')}>
          {!isFirst && (
            <a className={marketplace.home} href={urls.community}>
              {t('community.newest')}
            </a>
          )}
          {older && (
            <a className={marketplace.home} href={`${urls.community}?before=${older}`}>
              {t('community.older')}
            </a>
          )}
        </nav>
      )}
    </MarketplaceFrame>
  )
}
