import type { CommunityPageData, PostOnPage } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { longDayFormat } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import button from '../ui/button.module.css'
import { Bubble } from '../ui/icon.tsx'
import builtIn from './built-in.module.css'
import styles from './community.module.css'
import { BuiltInFrame } from './frame.tsx'

/** Posts by learners, newest first. */
export function CommunityPage({ posts, isFirst, older, avatarBaseUrl, links }: CommunityPageData) {
  const t = useTexts()
  const day = longDayFormat(t.locale)
  return (
    <BuiltInFrame links={links} isCommunity>
      <h1 className={builtIn.title}>{t('community.title')}</h1>
      <p className={builtIn.soft}>{t('community.lead')}</p>
      {posts.length === 0 && (
        <div className={styles.none}>
          <div className={styles.speakers}>
            <span data-level="A2">
              <Bubble letter="english" />
            </span>
            <span data-level="B2">
              <Bubble letter="korean" isMirrored />
            </span>
            <span data-level="C2">
              <Bubble letter="german" />
            </span>
          </div>
          <p>{t(isFirst ? 'community.none' : 'community.noOlder')}</p>
          <a className={`${button.button} ${button.primary}`} href={urls.quiz}>
            <span>{t('community.test')}</span>
          </a>
        </div>
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
            <a className={builtIn.home} href={urls.community}>
              {t('community.newest')}
            </a>
          )}
          {older && (
            <a className={builtIn.home} href={`${urls.community}?before=${older}`}>
              {t('community.older')}
            </a>
          )}
        </nav>
      )}
    </BuiltInFrame>
  )
}

/** One post: author, level, text, a link to the report. */
function CommunityPost({ post, day, avatarBaseUrl }: { post: PostOnPage; day: string; avatarBaseUrl: string }) {
  const t = useTexts()
  const { nickname, language, level, text } = post
  return (
    <li className={styles.post} data-level={level}>
      <div className={builtIn.person}>
        <Avatar
          nickname={nickname}
          fileName={post.avatar_file_name}
          baseUrl={avatarBaseUrl}
          className={builtIn.avatar}
        />
        <div>
          <h2 className={builtIn.name}>
            <bdi translate="no">{nickname}</bdi>
          </h2>
          <p className={builtIn.soft}>
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
      </div>
    </li>
  )
}
