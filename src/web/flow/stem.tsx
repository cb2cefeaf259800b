import type { CSSProperties, ReactNode } from 'react'
import type { Question } from '#contract/attempts.ts'
import { urls } from '#contract/urls.ts'
import { PICTURE_SIZE } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { type TextKey, useTexts } from '../texts.tsx'
import { TextsPart } from '../texts-part.tsx'
import speech from './speech.module.css'
import styles from './stem.module.css'

/** The width of a text, in Latin letters. */
export function textWidth(text: string): number {
  return text.length + (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0)
}

/**
 * Finds where the next speaker begins and gets a new line, as in print: between two quotations, and before the dash or
 * letter of a turn. The text itself doesn't change.
 */
function byTurns(sentence: string): string {
  const quoted = sentence.replace(/([”」』»]\s*)(?=[“「『«])/gu, '$1\n').replace(/“ (?=– „)/gu, '“ \n')
  if (!/^([–—]|\p{L}:)/u.test(quoted)) return quoted
  return quoted.replace(/([.?!…»] ?)(?=[–—] ?[^\s,.]|\p{L}: )/gu, '$1\n')
}

function withBreaks(text: string): ReactNode {
  const [first, ...others] = text.split('\n')
  return [first, ...others.flatMap((line) => [<br key={line} />, line])]
}

/**
 * Splits the sentence so the blank stays on one line with the text attached to it: an elided article, the stem of
 * an ending, the punctuation after it. No more than that, because a whole attached word would leave a hole in the line
 * above.
 */
function aroundBlank(sentence: string) {
  const [start = '', end = ''] = sentence.split('____')
  const lead = start.match(/[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{0,4}$/u)?.[0] ?? ''
  const ending = end.match(/^[^\s\p{L}]{0,3}/u)?.[0] ?? ''
  return { before: start.slice(0, start.length - lead.length), lead, ending, after: end.slice(ending.length) }
}

function Picture({ image }: { image: string }) {
  const t = useTexts()
  return (
    <img
      src={urls.picture(image)}
      srcSet={`${urls.pictureTwice(image)} 2x`}
      alt={t(`picture.${image}` as TextKey)}
      {...PICTURE_SIZE}
      decoding="sync"
    />
  )
}

/**
 * The gap with the chosen word in it. The style sheet draws the word, so only the sentence is read aloud and copied.
 */
function Blank({ options, chosen }: { options: readonly string[]; chosen: number | null }) {
  const t = useTexts()
  const isFilled = chosen !== null && chosen < options.length
  return (
    <span className={`${styles.blank} ${isFilled ? styles.filled : ''}`} role="img" aria-label={t('test.blank')}>
      {options.map((option, index) => (
        <span key={option} className={index === chosen ? styles.shown : ''} data-word={option} />
      ))}
    </span>
  )
}

type StemProps = { question: Question; language: Language; chosen: number | null }

/** The picture, or the sentence with its gap. */
export function Stem({ question, language, chosen }: StemProps) {
  if (question.kind === 'picture')
    return (
      <div className={`${speech.bubble} ${speech.framed}`}>
        <div className={styles.picture}>
          <TextsPart part="pictures">
            <Picture image={question.image} />
          </TextsPart>
        </div>
      </div>
    )
  const { before, lead, ending, after } = aroundBlank(byTurns(question.question))
  return (
    <p
      className={`${speech.bubble} ${styles.sentence}`}
      style={{ '--width': textWidth(question.question) } as CSSProperties}
      {...inLanguage(language)}
    >
      {withBreaks(before)}
      <span className={lead || ending ? styles.held : undefined}>
        {lead}
        <Blank options={question.options} chosen={chosen} />
        {ending}
      </span>
      {withBreaks(after)}
    </p>
  )
}
