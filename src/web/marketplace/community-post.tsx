import type { PostOnPage } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { Avatar } from '../result/avatar.tsx'
import badge from '../result/level-badge.module.css'
import { useTexts } from '../texts.tsx'
import styles from './community.module.css'
import marketplace from './marketplace.module.css'

/** One post: who, which level, a few words, the way to the report; for its author and for staff the way to remove it. */
export function CommunityPost({ post, avatarBaseUrl }: { post: PostOnPage; avatarBaseUrl: string }) {
  const t = useTexts()
  const { nickname, language, level, text, removal } = post
  const day = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <li className={`${styles.post} ${badge[level]}`}>
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
            <time dateTime={post.created_at.toISOString()}>{day.format(post.created_at)}</time>
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
