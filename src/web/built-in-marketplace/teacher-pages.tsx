import { linkTo } from '#contract/deep-links.ts'
import type { TeacherPageData, TeachersPageData } from '#contract/page-data.ts'
import type { TeacherItem } from '#contract/recommendations.ts'
import { countryName, formatPrice } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import button from '../ui/button.module.css'
import { Icon } from '../ui/icon.tsx'
import styles from './built-in.module.css'
import { BuiltInFrame } from './frame.tsx'
import { FREE_ID, freeDays, ZONE_ID } from './free-days.ts'

/** All teachers of one language. */
export function TeachersPage({ language, teachers, isDemo, currency, avatarBaseUrl, links }: TeachersPageData) {
  const t = useTexts()
  return (
    <BuiltInFrame links={links}>
      <h1 className={styles.title}>{t('teachers.title', { language })}</h1>
      <p className={styles.soft}>
        {teachers.length > 0 ? t('teachers.lead', { count: teachers.length }) : t('teachers.none')}
      </p>
      {isDemo && <p className={styles.soft}>{t('teacher.demo')}</p>}
      <ul className={styles.teachers}>
        {teachers.map((teacher) => (
          <li key={teacher.user_info.user_id}>
            <a
              className={styles.teacher}
              href={linkTo(links, { to: 'teacher', id: teacher.user_info.user_id, language })}
            >
              <TeacherLine teacher={teacher} avatarBaseUrl={avatarBaseUrl} nameAs="h2" />
              <p>{teacher.about}</p>
              <p className={styles.foot}>
                <span className={styles.price}>
                  {t('teachers.price', { price: formatPrice(teacher.course_info.min_price, t.locale, currency) })}
                </span>
                <span className={styles.meet}>
                  <span>{t('teachers.meet')}</span> <Icon name="arrow" isMirrored />
                </span>
              </p>
            </a>
          </li>
        ))}
      </ul>
    </BuiltInFrame>
  )
}

/** One teacher of a language. */
export function TeacherPage(page: TeacherPageData) {
  const { language, teacher, languages, free, bookingUrl, isDemo, currency, avatarBaseUrl, links } = page
  const t = useTexts()
  const list = new Intl.ListFormat(t.locale, { type: 'unit', style: 'short' })
  return (
    <BuiltInFrame links={links}>
      <article className={styles.detail}>
        <TeacherLine teacher={teacher} avatarBaseUrl={avatarBaseUrl} nameAs="h1" />
        <p>{teacher.about}</p>
        <p className={styles.price}>
          {t('teachers.price', { price: formatPrice(teacher.course_info.min_price, t.locale, currency) })}
        </p>
        {bookingUrl && (
          <a className={`${button.button} ${button.primary} ${styles.book}`} href={bookingUrl}>
            {t('teacher.book')}
          </a>
        )}
        <dl className={styles.facts}>
          <dt>{t('teacher.languages')}</dt>
          <dd>{list.format(languages.map((taught) => t(`language.${taught}`)))}</dd>
        </dl>
        {teacher.teacher_info.recording_permission && <p className={styles.soft}>{t('teacher.recording')}</p>}
        <h2>{t('teacher.free')}</h2>
        <FreeTimes free={free} />
        {isDemo && <p className={styles.soft}>{t('teacher.demo')}</p>}
      </article>
      <p>
        <a className={styles.home} href={linkTo(links, { to: 'teachers', language })}>
          {t('teachers.all', { language })}
        </a>
      </p>
    </BuiltInFrame>
  )
}

type TeacherLineProps = { teacher: TeacherItem; avatarBaseUrl: string; nameAs: 'h1' | 'h2' }

/** Picture, name, country, and the professional mark. */
function TeacherLine({ teacher, avatarBaseUrl, nameAs: Name }: TeacherLineProps) {
  const t = useTexts()
  const { nickname, avatar_file_name, origin_country_id, is_pro } = teacher.user_info
  return (
    <div className={styles.person}>
      <Avatar nickname={nickname} fileName={avatar_file_name} baseUrl={avatarBaseUrl} className={styles.avatar} />
      <div>
        <Name className={styles.name} translate="no">
          {nickname}
        </Name>
        <p className={styles.soft}>
          {[countryName(origin_country_id, t.locale), is_pro && t('teachers.pro')].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  )
}

/** In UTC, because the server doesn't know the visitor's time zone. The page's script converts them. */
function FreeTimes({ free }: { free: Date[] }) {
  const t = useTexts()
  if (free.length === 0) return <p>{t('teacher.none')}</p>
  return (
    <>
      <p className={styles.soft}>
        {t('teacher.zone')}: <span id={ZONE_ID}>UTC</span>
      </p>
      <dl id={FREE_ID} className={styles.free}>
        {freeDays(free, t.locale, 'UTC').map(({ day, times }) => (
          <div key={day}>
            <dt>{day}</dt>
            {times.map(({ moment, hour }) => (
              <dd key={moment}>
                <time dateTime={moment}>{hour}</time>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  )
}
