import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LANGUAGE_TAGS, type Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import optionStyles from '#web/flow/options.module.css'
import { Stem } from '#web/flow/stem.tsx'
import { useTexts } from '#web/texts.tsx'
import type { Judgment } from '../item-readings.ts'
import { questionOf } from './item-question.ts'
import judging from './judging.module.css'
import type { BlindEntry } from './page-data.ts'
import { Pills } from './pills.tsx'
import styles from './reading-page.module.css'
import { Step } from './step.tsx'
import { useKeys } from './use-keys.ts'
import type { ReaderWords } from './words.ts'

/** From what nobody would say to what somebody at home in the language wrote. */
const NATURALNESS = ['1', '2', '3', '4', '5'] as const

/** The reader was asked for the level and cannot say. */
const CANNOT_SAY = '?'

export type BlindItemProps = {
  entry: BlindEntry
  language: Language
  position: number
  isLast: boolean
  /** The judgment given before, when the reader has come back. */
  given: Judgment | undefined
  words: ReaderWords
  onBack: (() => void) | undefined
  onJudge: (judgment: Judgment) => void
}

/** One item to judge: the options in the product's tiles, then what else could be defended, the level and a note. */
export function BlindItem({ entry, language, position, isLast, given, words, onBack, onJudge }: BlindItemProps) {
  const t = useTexts()
  const [answer, setAnswer] = useState<string | null>(given?.answer ?? null)
  const [defensible, setDefensible] = useState<string[]>(given?.defensible ?? [])
  const [level, setLevel] = useState<Level | typeof CANNOT_SAY | ''>(given ? given.level || CANNOT_SAY : '')
  const [natural, setNatural] = useState(given?.natural)
  const [note, setNote] = useState(given?.note ?? '')
  const [fault, setFault] = useState('')
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => group.current?.focus({ preventScroll: true }), [])
  const lang = LANGUAGE_TAGS[language]
  const question = questionOf(entry, entry.options, position, position)
  // '' stands for "none of the four", as in the rows that are kept.
  const choices = [...entry.options, '']

  const choose = (choice: string) => {
    setAnswer(choice)
    setDefensible(defensible.filter((option) => option !== choice))
  }
  const chooseByKey = (choice: string, place: number) => {
    choose(choice)
    // From there Enter hands in and Tab leads on, as after a choice with the arrows.
    group.current?.querySelectorAll('input')[place]?.focus()
  }
  useKeys(Object.fromEntries(choices.map((choice, place) => [String(place + 1), () => chooseByKey(choice, place)])))

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (answer === null) setFault(words.chooseFirst)
    else if (!entry.image && !level) setFault(words.levelFirst)
    else {
      setFault('')
      const guess = level === CANNOT_SAY ? '' : level
      onJudge({ answer, defensible, note: note.trim(), level: guess, ...(natural === undefined ? {} : { natural }) })
    }
  }

  return (
    <form onSubmit={onSubmit}>
      <fieldset ref={group} tabIndex={-1} className={optionStyles.group}>
        <legend className={optionStyles.prompt}>{t(entry.image ? 'test.promptPicture' : 'test.promptSentence')}</legend>
        <div className={optionStyles.stem}>
          <Stem chosen={null} question={question} language={language} />
        </div>
        <div className={optionStyles.tiles}>
          {choices.map((choice, place) => (
            <label
              key={choice}
              className={`${optionStyles.tile} ${choice ? '' : optionStyles.unknown} ${answer === choice ? optionStyles.chosen : ''}`}
            >
              <input type="radio" name="answer" checked={answer === choice} onChange={() => choose(choice)} />
              <span className={optionStyles.digit} aria-hidden="true">
                {place + 1}
              </span>
              <span lang={choice ? lang : undefined}>{choice || words.none}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Pills
        legend={words.defensible}
        type="checkbox"
        lang={lang}
        choices={entry.options.filter((option) => option !== answer)}
        chosen={defensible}
        onChange={(option, isOn) =>
          setDefensible(isOn ? [...defensible, option] : defensible.filter((other) => other !== option))
        }
      />
      {!entry.image && (
        <>
          <Pills
            legend={words.level}
            type="radio"
            choices={[...LEVELS, CANNOT_SAY]}
            labels={{ [CANNOT_SAY]: words.cannotSay }}
            chosen={[level]}
            onChange={(choice) => setLevel(choice)}
          />
          <Pills
            legend={words.natural}
            type="radio"
            choices={NATURALNESS}
            chosen={[String(natural)]}
            onChange={(choice) => setNatural(Number(choice))}
          />
        </>
      )}
      <label className={judging.note}>
        {words.note}
        <textarea rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
      </label>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <div className={styles.steps}>
        <Step look="plain" onGo={onBack}>
          {words.back}
        </Step>
        <button type="submit" className={styles.submit}>
          {isLast ? words.finish : words.next}
        </button>
      </div>
    </form>
  )
}
