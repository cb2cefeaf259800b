import type { LocalText, ReviewedItem } from '#contract/review.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './explained.module.css'
import { Note } from './ruby.tsx'

/** The key as one string. */
export function keyOf({ correct }: Pick<ReviewedItem, 'correct'>): string {
  return correct.join(', ')
}

/** The text that Listen speaks for a question: the sentence with its key, or the picture's word. */
export function spokenOf(item: ReviewedItem): string {
  return item.kind === 'picture' ? keyOf(item) : item.question.replace('____', keyOf(item))
}

/** The picture of a question. */
export function Picture({ image }: { image: string }) {
  const t = useTexts()
  return (
    <img
      className={styles.picture}
      src={urls.picture(image)}
      srcSet={`${urls.pictureTwice(image)} 2x`}
      alt={t(`picture.${image}` as TextKey)}
      width="130"
      height="96"
      loading="lazy"
    />
  )
}

/** Why one of the other options is wrong; null if there is no note. */
function reasonOf({ why, meaning, option }: ReviewedItem['reasons'][number], means: (text: string) => string) {
  if (why?.text) return why
  return meaning ? means(option) : null
}

type ReasonsProps = {
  item: ReviewedItem
  language: Language
  /** The picked option; undefined if none or the key was picked. */
  picked: string | undefined
}

/** Why the key is right, then why the picked option is wrong. */
export function Reasons({ item, language, picked }: ReasonsProps) {
  const t = useTexts()
  const ofPicked = item.reasons.find(({ option }) => option === picked)
  const wrong = ofPicked && reasonOf(ofPicked, (option) => t('review.means', { option, meaning: ofPicked.meaning }))
  const right =
    item.why_right ??
    (item.kind === 'picture' && item.meaning ? t('review.means', { option: keyOf(item), meaning: item.meaning }) : null)
  if (!right && !wrong) return null
  return (
    <ul className={styles.reasons}>
      {right && (
        <li className={styles.why}>
          <Icon name="check" />
          <Said text={right} item={item} language={language} />
        </li>
      )}
      {wrong && (
        <li className={styles.whyNot}>
          <Icon name="close" />
          <Said text={wrong} item={item} language={language} />
        </li>
      )}
    </ul>
  )
}

type SaidProps = { text: LocalText | string; item: ReviewedItem; language: Language }

function Said({ text, ...props }: SaidProps) {
  return typeof text === 'string' ? <span>{text}</span> : <Note text={text} {...props} />
}
