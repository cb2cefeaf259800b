import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Question } from '#contract/assessments.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import styles from './options.module.css'
import { usePress } from './use-press.ts'

const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

export type OptionsProps = {
  question: Question
  language: Language
  /** The answer is given and the next question not here yet. */
  isLocked: boolean
  onAnswer: (choice: string[], elapsedMs: number) => void
  children: ReactNode
}

/**
 * The four options and "I don't know": native radio inputs under tiles (Specification §2: selected on press, confirmed on
 * release). Arrows move the choice, Enter or Space confirms it, digits choose and confirm, and an activation that comes from
 * assistive technology, without key or pointer, confirms as well.
 */
export function Options({ question, language, isLocked, onAnswer, children }: OptionsProps) {
  const t = useTexts()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const shownAt = useRef(0)
  const isArrowing = useRef(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isGiven, setIsGiven] = useState(false)
  const labels = [...question.options, t('test.unknown')]

  useEffect(() => {
    shownAt.current = performance.now()
    group.current?.focus({ preventScroll: true })
  }, [])

  const confirm = (index: number) => {
    if (isGiven || isLocked) return
    setChosen(index)
    setIsGiven(true)
    const option = question.options[index]
    onAnswer(option === undefined ? [] : [option], Math.round(performance.now() - shownAt.current))
  }
  const press = usePress({
    onPress: (index) => !isGiven && setChosen(index),
    onCancel: () => !isGiven && setChosen(null),
    onRelease: confirm,
  })

  useEffect(() => {
    const onDigit = (event: globalThis.KeyboardEvent) => {
      const index = Number(event.key) - 1
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !(index in labels)) return
      event.preventDefault()
      confirm(index)
    }
    document.addEventListener('keydown', onDigit)
    return () => document.removeEventListener('keydown', onDigit)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    isArrowing.current = ARROWS.has(event.key)
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const focused = document.activeElement
      const index = focused instanceof HTMLInputElement ? Number(focused.value) : chosen
      if (index !== null && !event.repeat) confirm(index)
    } else if (isArrowing.current && event.target === group.current) {
      event.preventDefault()
      const isBack = event.key === 'ArrowUp' || event.key === 'ArrowLeft'
      const index = isBack ? labels.length - 1 : 0
      group.current?.querySelectorAll('input')[index]?.focus()
      setChosen(index)
    }
  }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      className={styles.group}
      aria-describedby={`${id}-stem`}
      onKeyDown={onKeyDown}
      data-question={question.position}
    >
      <legend className={styles.prompt}>
        {t(question.kind === 'picture' ? 'test.promptPicture' : 'test.promptSentence')}
      </legend>
      <div id={`${id}-stem`} className={styles.stem}>
        {children}
      </div>
      <div className={styles.tiles}>
        {labels.map((label, index) => {
          const isUnknown = index === question.options.length
          const state = chosen === index ? (isGiven ? styles.given : styles.chosen) : ''
          return (
            <label
              key={label}
              className={`${styles.tile} ${isUnknown ? styles.unknown : ''} ${state}`}
              {...press(index)}
            >
              <input
                type="radio"
                name={`${id}-option`}
                value={index}
                checked={chosen === index}
                aria-disabled={isGiven}
                onChange={() => !isGiven && setChosen(index)}
                onClick={(event) => {
                  const isFromArrowKey = isArrowing.current
                  isArrowing.current = false
                  if (event.detail === 0 && !isFromArrowKey) confirm(index)
                }}
              />
              <span className={styles.digit} aria-hidden="true">
                {index + 1}
              </span>
              {isUnknown ? <span>{label}</span> : <span {...inLanguage(language)}>{label}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
