import { createContext, createElement, Fragment, type ReactNode, use } from 'react'
import { directionOf } from '#contract/locales.ts'
import type { LocalText, Review, ReviewedItem } from '#contract/review.ts'
import type { Language } from '#quiz/languages.ts'
import { browserStorage } from '../browser/storage.ts'
import { inLanguage } from '../language-tags.ts'
import styles from './ruby.module.css'

type Parts = ReviewedItem['readings'][string]

/** Whether kana and pinyin stand above the words. */
export const ShowsReadings = createContext(false)

/** Whether a language's script leaves open how its words are read. */
export function hasReadings(language: Language): boolean {
  return language === 'japanese' || language === 'chinese'
}

const STORED_KEY = 'REVIEW_READINGS'

/** Remembers in this browser whether the reader wants readings. */
export function keepShowsReadings(isShown: boolean): void {
  browserStorage.write(STORED_KEY, isShown ? 'on' : 'off')
}

/**
 * What a review begins with: what the reader chose last, or else readings for levels up to B1, whose learners know few
 * characters. From B2 on they are noise until asked for.
 */
export function startsWithReadings({ language, level }: Pick<Review, 'language' | 'level'>): boolean {
  const stored = browserStorage.read(STORED_KEY)
  return hasReadings(language) && (stored === null ? ['A1', 'A2', 'B1'].includes(level) : stored === 'on')
}

/** A text in parts, with their readings where they are shown. */
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

/** A text in parts with their readings, if it has any. A quoted word may be `constructor`. */
export function readingsOf({ readings }: Item, text: string): [base: string, reading: string][] | undefined {
  return Object.hasOwn(readings, text) ? readings[text] : undefined
}

/** An option, a word or a sentence of a question. */
export function Worded({ text, item }: { text: string; item: Item }) {
  return <Ruby parts={readingsOf(item, text) ?? [[text, '']]} />
}

/** What stands before and after the gap of a sentence. */
export function aroundGap(item: Pick<ReviewedItem, 'question' | 'readings'>): [Parts, Parts] {
  const parts: Parts = readingsOf(item, item.question) ?? [[item.question, '']]
  const at = parts.findIndex(([base]) => base.includes('____'))
  const [before = '', after = ''] = parts[at]?.[0].split('____') ?? []
  return [
    [...parts.slice(0, at), [before, '']],
    [[after, ''], ...parts.slice(at + 1)],
  ]
}

/** The end of a text, from a word on. */
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

/** A text that is in English where no translation exists. */
export function LocalizedText({ text: { lang, text }, children = text }: { text: LocalText; children?: ReactNode }) {
  return (
    <span lang={lang} dir={directionOf(lang)}>
      {children}
    </span>
  )
}

/** What stands in quotation marks of any interface language. */
const QUOTED = /([“„«「『"]\s?)([^“”„«»「」『』"]+?)(?=\s?[”“»」』"])/gu

type NoteProps = { text: LocalText; item: ReviewedItem; language: Language }

/** A note in which the question's own words are marked as such wherever they are quoted, and have their readings. */
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
