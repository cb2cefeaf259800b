import { createContext, createElement, Fragment, type ReactNode, use } from 'react'
import { directionOf } from '#contract/locales.ts'
import type { LocalText, Review, ReviewedItem } from '#contract/review.ts'
import type { Language } from '#quiz/languages.ts'
import { browserStorage } from '../browser/storage.ts'
import { inLanguage } from '../language-tags.ts'
import styles from './ruby.module.css'

type Parts = ReviewedItem['readings'][string]

/** Whether kana and pinyin are shown above words. */
export const ShowsReadings = createContext(false)

/** Whether a language's script doesn't show the pronunciation. */
export function hasReadings(language: Language): boolean {
  return language === 'japanese' || language === 'chinese'
}

const STORED_KEY = 'REVIEW_READINGS'

/** Remembers in this browser whether the reader wants readings. */
export function keepShowsReadings(isShown: boolean): void {
  browserStorage.write(STORED_KEY, isShown ? 'on' : 'off')
}

/**
 * The initial setting of a review: the reader's last choice, else on for levels up to B1, whose learners know few
 * characters. From B2 on, readings are noise.
 */
export function startsWithReadings({ language, level }: Pick<Review, 'language' | 'level'>): boolean {
  const stored = browserStorage.read(STORED_KEY)
  return hasReadings(language) && (stored === null ? ['A1', 'A2', 'B1'].includes(level) : stored === 'on')
}

/** A text in parts, with readings if they're on. */
export function Ruby({ parts }: { parts: Parts }) {
  const isShown = use(ShowsReadings)
  const nodes: ReactNode[] = []
  for (const [base, reading] of parts) {
    const isRead = isShown && reading
    nodes.push(
      isRead ? (
        <ruby translate="no">
          {base}
          <rp>(</rp>
          <rt className={styles.reading}>{reading}</rt>
          <rp>)</rp>
        </ruby>
      ) : (
        <span>{base}</span>
      ),
    )
  }
  return createElement(Fragment, null, ...nodes)
}

type Item = Pick<ReviewedItem, 'readings'>

/** A text in parts with their readings, if it has any. `Object.hasOwn`, since a quoted word may be `constructor`. */
export function readingsOf({ readings }: Item, text: string): [base: string, reading: string][] | undefined {
  return Object.hasOwn(readings, text) ? readings[text] : undefined
}

/** An option, word, or sentence of a question. */
export function Worded({ text, item }: { text: string; item: Item }) {
  return <Ruby parts={readingsOf(item, text) ?? [[text, '']]} />
}

/** The text before and after the gap of a sentence. */
export function aroundGap(item: Pick<ReviewedItem, 'question' | 'readings'>): [Parts, Parts] {
  const parts: Parts = readingsOf(item, item.question) ?? [[item.question, '']]
  const at = parts.findIndex(([base]) => base.includes('____'))
  const [before = '', after = ''] = parts[at]?.[0].split('____') ?? []
  return [
    [...parts.slice(0, at), [before, '']],
    [[after, ''], ...parts.slice(at + 1)],
  ]
}

/** The end of a text, starting at a word. */
export function tailOf(parts: Parts, length: number): Parts {
  const tail: Parts = []
  let left = length
  for (const [base, reading] of [...parts].reverse()) {
    if (base.length > left) {
      const rest = reading ? '' : base.slice(base.length - left).replace(/^\S*\s/, '')
      return [[`… ${rest}`, ''], ...tail]
    }
    tail.unshift([base, reading])
    left -= base.length
  }
  return tail
}

/** A text that falls back to English without a translation. */
export function LocalizedText({ text: { lang, text }, children = text }: { text: LocalText; children?: ReactNode }) {
  return (
    <span lang={lang} dir={directionOf(lang)}>
      {children}
    </span>
  )
}

/** Text in the quotation marks of any interface language. */
const QUOTED = /([“„«「『"]\s?)([^“”„«»「」『』"]+?)(?=\s?[”“»」』"])/gu

type NoteProps = { text: LocalText; item: ReviewedItem; language: Language }

/** A note that marks the question's own words wherever they're quoted, with their readings. */
export function Note({ text, item, language }: NoteProps) {
  const own = [...item.correct, ...item.reasons.map(({ option }) => option), item.word]
  const find = (quoted: string) => own.find((word) => word.toLowerCase() === quoted.toLowerCase())
  const nodes: ReactNode[] = []
  let end = 0
  for (const { 1: mark = '', 2: quoted = '', index: start } of text.text.matchAll(QUOTED)) {
    const index = start + mark.length
    const word = find(quoted)
    if (word === undefined) continue
    const readings = readingsOf(item, word)
    nodes.push(
      text.text.slice(end, index),
      <span {...inLanguage(language)}>{readings ? <Ruby parts={readings} /> : quoted}</span>,
    )
    end = index + quoted.length
  }
  return <LocalizedText text={text}>{createElement(Fragment, null, ...nodes, text.text.slice(end))}</LocalizedText>
}
