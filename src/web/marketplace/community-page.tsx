import type { CommunityPageData, PostOnPage } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { Avatar } from '../result/avatar.tsx'
import { useTexts } from '../texts.tsx'
import styles from './community.module.css'
import marketplace from './marketplace.module.css'
import { MarketplaceFrame } from './marketplace-frame.tsx'

/** What learners have posted, newest first. */
export function CommunityPage({ posts, isFirst, older, avatarBaseUrl, links }: CommunityPageData) {
  const t = useTexts()
  // One for all posts: making it takes longer than a post.
  const day = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <MarketplaceFrame links={links}>
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
            <CommunityPost key={post.id} post={post} day={day.format(post.created_at)} avatarBaseUrl={avatarBaseUrl} />
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

/** One post: author, level, text, a link to the report; for its author and staff, a button to remove it. */
function CommunityPost({ post, day, avatarBaseUrl }: { post: PostOnPage; day: string; avatarBaseUrl: string }) {
  const t = useTexts()
  const { nickname, language, level, text, removal } = post
  return (
    <li className={styles.post} data-level={level}>
      <div className={marketplace.person}>
        <Avatar
          nickname={nickname}
          fileName={post.avatar_file_name}
          baseUrl={avatarBaseUrl}
          className={marketplace.avatar}
        />
        <div>
          <h2 className={marketplace.name}>
            <bdi>{nickname}</bdi>
          </h2>
          <p className={marketplace.soft}>
            <time dateTime={post.created_at.toISOString()}>{day}</time>
          </p>
        </div>
        <span className={styles.level} aria-hidden="true">
          {level}
        </span>
      </div>
      <p className={styles.result}>{t('community.result', { language, level })}</p>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <div className={styles.foot}>
        <a className={styles.report} href={urls.report(post.report_id)}>
          {t('community.report')}
          <span className="visually-hidden"> ({nickname})</span>
        </a>
        {removal && (
          <details className={styles.removal}>
            <summary>{t(`community.${removal}`)}</summary>
            <form method="post" action={urls.communityRemoval(post.id)}>
              <p>{t(`community.${removal}Lead`)}</p>
              <button type="submit">{t(`community.${removal}Sure`)}</button>
            </form>
          </details>
        )}
      </div>
    </li>
  )
}
