import type { TeacherItem } from '#contract/recommendations.ts'
import { Avatar } from '../result/avatar.tsx'
import { countryName } from '../teacher-facts.ts'
import { useTexts } from '../texts.tsx'
import styles from './marketplace.module.css'

export type TeacherLineProps = { teacher: TeacherItem; avatarBaseUrl: string; nameAs: 'h1' | 'h2'; href?: string }

/** Picture, name, country, and whether a professional. */
export function TeacherLine({ teacher, avatarBaseUrl, nameAs: Name, href }: TeacherLineProps) {
  const t = useTexts()
  const { nickname, avatar_file_name, origin_country_id, is_pro } = teacher.user_info
  return (
    <div className={styles.person}>
      <Avatar nickname={nickname} fileName={avatar_file_name} baseUrl={avatarBaseUrl} className={styles.avatar} />
      <div>
        <Name className={styles.name}>{href ? <a href={href}>{nickname}</a> : nickname}</Name>
        <p className={styles.soft}>
          {countryName(origin_country_id, t.locale)}
          {is_pro && <span className={styles.pro}>{t('teachers.pro')}</span>}
        </p>
      </div>
    </div>
  )
}
