import type { Level } from '#quiz/levels.ts'
import { useTexts } from '../texts.tsx'
import styles from './review.module.css'

/** What people at a level can do: our own words in the spirit of the CEFR's self-assessment grid, for reading, since that is measured. */
export function CanDo({ level }: { level: Level }) {
  const t = useTexts()
  return (
    <section>
      <h2 className={styles.heading}>{t('review.canDoTitle', { level })}</h2>
      <ul className={styles.statements}>
        <li>{t(`review.canDo.${level}.first`)}</li>
        <li>{t(`review.canDo.${level}.second`)}</li>
      </ul>
    </section>
  )
}
