import type { Choice } from '#contract/consent.ts'
import { urls } from '#contract/urls.ts'
import { useTexts } from '../texts.tsx'
import styles from './consent.module.css'

const CHOICES: Choice[] = ['declined', 'allowed']

/** Allow and decline, alike in weight: a plain form, which works without scripts. `next` is the page that it leads back to. */
export function ConsentButtons({ next }: { next: string }) {
  const t = useTexts()
  return (
    <form className={styles.buttons} method="post" action={urls.consent}>
      <input type="hidden" name="next" value={next} />
      {CHOICES.map((choice) => (
        <button key={choice} type="submit" className={styles.button} name="choice" value={choice}>
          {t(`consent.${choice}`)}
        </button>
      ))}
    </form>
  )
}
