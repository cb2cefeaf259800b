import { describe, expect, it } from 'vitest'
import { escapeHtml } from '#contract/html.ts'
import { LOCALES } from '#contract/locales.ts'
import { codeMail, noticeMail } from './mails.ts'

/** The text of an email in programs that ignore styles. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[ \n]+/g, ' ')

describe.each(LOCALES)('an email in %s', (locale) => {
  const mails = { code: codeMail(locale, '493021'), notice: noticeMail(locale) }

  it.each(['code', 'notice'] as const)('has the same text in both parts: %s', (kind) => {
    const { subject, text, html } = mails[kind]
    const words = wordsOf(html)
    for (const line of text.split('\n').filter((each) => each && each !== '-- '))
      expect(words).toContain(escapeHtml(line))
    expect(words).toContain(escapeHtml(subject))
    expect(`${subject}${text}${words}`).not.toMatch(/[{}]|undefined|(code|notice)\.mail/)
  })

  it('follows its language’s direction, with the code left to right', () => {
    const direction = locale === 'ar' ? 'rtl' : 'ltr'
    // The html element, and the outer table because webmail drops the former.
    expect(mails.code.html).toContain(`<html lang="${locale}" dir="${direction}">`)
    expect(mails.code.html).toMatch(new RegExp(`<table[^>]+lang="${locale}"[^>]+dir="${direction}"`))
    expect(mails.code.html).toMatch(/<span[^>]+dir="ltr"[^>]*>493021</)
  })

  it('names the product, follows the theme, and loads nothing', () => {
    const { html, text } = mails.code
    expect(wordsOf(html).trim()).toMatch(new RegExp(`^${text.trim().split('\n').at(-1)}`))
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).not.toMatch(/https?:|url\(|<(img|link|script)/)
  })
})

it('keeps the code out of the subject, which lock screens show, and on a separate line in the text', () => {
  const { subject, text } = codeMail('en', '493021')
  expect(subject).not.toMatch(/\d/)
  expect(text).toContain('\n\n493021\n\n')
})
