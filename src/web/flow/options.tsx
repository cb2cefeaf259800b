import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import type { Question } from '#contract/attempts.ts'
import type { Language } from '#quiz/languages.ts'
import { inLanguage } from '../language-tags.ts'
import { useTexts } from '../texts.tsx'
import styles from './options.module.css'
import { textWidth } from './stem.tsx'

function isInside(event: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
  return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
}

/**
 * Pressing a tile with mouse, touch, or pen selects it, and releasing it there confirms it (Specification §2). Sliding
 * off cancels, as does a gesture that the browser uses for scrolling.
 */
function usePress(on: { onPress: (index: number) => void; onRelease: (index: number) => void; onCancel: () => void }) {
  const pressed = useRef<number | null>(null)
  const cancel = () => {
    if (pressed.current === null) return
    pressed.current = null
    on.onCancel()
  }
  return (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pressed.current = index
      on.onPress(index)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (pressed.current === index && !isInside(event)) cancel()
    },
    onPointerUp() {
      if (pressed.current !== index) return
      pressed.current = null
      on.onRelease(index)
    },
    onPointerCancel: cancel,
    /** Suppresses the click after a press; after a canceled press, it would still choose. */
    onClick(event: MouseEvent<HTMLElement>) {
      if (event.detail > 0 && event.target === event.currentTarget) event.preventDefault()
    },
  })
}

const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/**
 * How long a new question ignores answers. The second half of a double click, tap, or keystroke, or a finger that's
 * still down, can't be meant for it: systems treat two presses within 500 ms as one, and the question appeared 50 ms
 * after the first. Nobody can read a question and four options faster.
 */
const UNREAD_MS = 450

/**
 * The digit of a key: the typed one, or that of its position on layouts that type other characters there. Without Num
 * Lock, the number pad's keys are arrows.
 */
function digitOf({ key, code, shiftKey }: globalThis.KeyboardEvent): number {
  if (/^\d$/.test(key)) return Number(key)
  const [, pad, digit] = /^(?:Digit|(Numpad))(\d)$/.exec(code) ?? []
  return shiftKey || (pad && key.length > 1) ? Number.NaN : Number(digit)
}

/** Options up to this width fit two to a row on a small phone. */
const MAX_SHORT = 11

export type OptionsProps = {
  question: Question
  language: Language
  /** For screen readers, which read it with the prompt when the focus arrives. */
  place?: string
  /** The question is answered, and the next one hasn't arrived. */
  isLocked: boolean
  onAnswer: (choice: string[], elapsedMs: number) => void
  /** Renders the question with the chosen option in its gap. */
  children: (chosen: number | null) => ReactNode
}

/**
 * The four options and "I don't know" as native radio inputs under tiles. Arrow keys move the selection, Enter or Space
 * confirms it, and digits select and confirm at once. Activation by assistive technology, which sends neither key nor
 * pointer events, confirms too.
 */
export function Options({ question, language, place, isLocked, onAnswer, children }: OptionsProps) {
  const t = useTexts()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const shownAt = useRef(0)
  const isArrowing = useRef(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isGiven, setIsGiven] = useState(false)
  const [isUnread, setIsUnread] = useState(true)
  const labels = [...question.options, t('test.unknown')]
  const isShort = question.options.every((option) => textWidth(option) <= MAX_SHORT)
  const look = question.kind === 'picture' ? styles.withPicture : isShort && styles.short

  useEffect(() => {
    shownAt.current = performance.now()
    group.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setIsUnread(false), UNREAD_MS)
    return () => clearTimeout(timer)
  }, [])

  const confirm = (index: number) => {
    if (isUnread || isGiven || isLocked) return
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

  // The listener stays: one that's added again after each render would miss a key pressed right after a render.
  const onDigit = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const index = digitOf(event) - 1
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !(index in labels)) return
    event.preventDefault()
    confirm(index)
  })
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onDigit(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

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
      className={`${styles.group} ${look || ''}`}
      aria-describedby={`${id}-stem`}
      onKeyDown={onKeyDown}
      data-question={question.position}
      aria-busy={isLocked || undefined}
    >
      <legend className={styles.prompt}>
        {place && <span className="visually-hidden">{`${place} `}</span>}
        <span>{t(question.kind === 'picture' ? 'test.promptPicture' : 'test.promptSentence')}</span>
      </legend>
      <div id={`${id}-stem`} className={styles.stem}>
        {children(chosen)}
      </div>
      <div className={`${styles.tiles} ${isUnread ? styles.unread : ''}`}>
        {labels.map((label, index) => {
          const isUnknown = index === question.options.length
          const state = chosen === index ? (isGiven ? styles.given : styles.chosen) : ''
          return (
            <label
              key={label}
              dir={isUnknown ? undefined : inLanguage(language).dir}
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
