import type { Question } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { LANGUAGE_TAGS } from '../language-tags.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import styles from './stem.module.css'

/** The picture or the sentence with its gap. */
export function Stem({ question, language }: { question: Question; language: Language }) {
  const t = useTexts()
  if (question.kind === 'picture')
    return (
      <img
        className={styles.picture}
        src={urls.picture(question.image)}
        srcSet={`${urls.pictureTwice(question.image)} 2x`}
        alt={t(`picture.${question.image}` as TextKey)}
        width="195"
        height="144"
        decoding="sync"
      />
    )
  const [before, after] = question.question.split('____')
  return (
    <p className={styles.sentence} lang={LANGUAGE_TAGS[language]}>
      {before}
      <span className={styles.blank} role="img" aria-label={t('test.blank')} />
      {after}
    </p>
  )
}
