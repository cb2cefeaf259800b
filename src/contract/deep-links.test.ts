import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '#quiz/languages.ts'
import {
  type AfterSignIn,
  APP_PATHS,
  afterSignIn,
  appUrl,
  type LinkTarget,
  type LinkTemplates,
  linkTo,
  WEB_PATHS,
  webPath,
} from './deep-links.ts'

const APP = 'languageapp://'

describe('the app’s paths', () => {
  it.each([
    ['/home', 'languageapp://home'],
    ['/teachers', 'languageapp://teachers'],
    ['/teachers/french', 'languageapp://teachers/french'],
    ['/teacher/42', 'languageapp://teacher/42'],
    ['/teacher/42/french', 'languageapp://teacher/42/french'],
    ['/classroom/7', 'languageapp://classroom/7'],
    ['/lesson/session/7', 'languageapp://lesson/session/7'],
    ['/booking/lesson', 'languageapp://booking/lesson'],
    ['/booking/lesson?teacher=42', 'languageapp://booking/lesson?teacher=42'],
    ['/payment', 'languageapp://payment'],
    ['/credits/buy', 'languageapp://credits/buy'],
    ['/coupons', 'languageapp://coupons'],
    ['/dashboard', 'languageapp://dashboard'],
    ['/vocab/home', 'languageapp://vocab/home'],
    ['/vocab/detail?id=9', 'languageapp://vocab/detail?id=9'],
    ['/community/notebook/5', 'languageapp://community/notebook/5'],
    ['/podcast/12', 'languageapp://podcast/12'],
    ['/quiz/french', 'languageapp://quiz/french'],
    ['/group-class/a/b/c', 'languageapp://group-class/a/b/c'],
    ['/pro/42', 'languageapp://pro/42'],
    ['/', null],
    ['/homes', null],
    ['/teacher', null],
    ['/teacher/', null],
    ['/teacher/42/french/x', null],
    ['/teachers/french/x', null],
    ['/community', null],
    ['/community/', null],
    ['/community//x', null],
    ['/lesson/session', null],
    ['/languageassessment', null],
    ['//evil.example/home', null],
    ['https://evil.example/home', null],
    ['home', null],
    ['', null],
  ])('%s is %s', (path, url) => {
    expect(appUrl(APP, path)).toBe(url)
  })

  it('has a test row for each pattern, with a configurable scheme', () => {
    for (const pattern of APP_PATHS) {
      const path = pattern.replace('{id}', '1').replace('{lang}', 'french').replace('*', 'x')
      expect(appUrl('tongues://', path)).toBe(`tongues:/${path}`)
    }
  })
})

const targets: [LinkTarget, string, string][] = [
  [{ to: 'teachers', language: 'french' }, '/teachers/french', 'languageapp://teachers/french'],
  [{ to: 'teacher', id: 42, language: 'german' }, '/teacher/42/german', 'languageapp://teacher/42/german'],
  [{ to: 'vocabularySet', id: 9 }, '/vocab/detail/9', 'languageapp://vocab/detail?id=9'],
  [{ to: 'dashboard' }, '/dashboard', 'languageapp://dashboard'],
  [{ to: 'community' }, '/community/language-assessment', 'languageapp://community/language-assessment'],
]

const browser = { appUrlScheme: '', webBaseUrl: '', templates: {} }
const app = { ...browser, appUrlScheme: APP }
const external = { ...browser, webBaseUrl: 'https://www.market.example/en' }

describe('links on the report', () => {
  it.each(targets)('%o is %s on the web and %s in the app', (target, web, inApp) => {
    expect(webPath(target)).toBe(web)
    expect(linkTo(browser, target)).toBe(web)
    expect(linkTo(app, target)).toBe(inApp)
  })

  it.each(targets)('%o leads to the linked marketplace on the web, and to the app in the app', (...row) => {
    const [target, web, inApp] = row
    expect(linkTo(external, target)).toBe(`https://www.market.example/en${web}`)
    expect(linkTo({ ...external, appUrlScheme: APP }, target)).toBe(inApp)
  })

  it.each(LANGUAGES)('passes the language to the teachers page: %s', (language) => {
    expect(linkTo(browser, { to: 'teachers', language })).toBe(`/teachers/${language}`)
    expect(linkTo(app, { to: 'teachers', language })).toBe(`languageapp://teachers/${language}`)
  })

  it('replaces paths with templates, including the marketplace’s own language names and campaign, except in the app', () => {
    const templates: LinkTemplates = {
      teachers: 'https://{language}.market.example/tutors?sort=new',
      teacher: 'https://market.example/{language}/tutors/{teacherId}',
      community: 'https://market.example/share?url={report}',
      languages: { french: 'fr' },
      campaign: 'utm_source=quiz&utm_medium=report',
    }
    const own = { ...external, templates }
    const report = 'https://quiz.example/r/1?a=b&c'
    const links = [
      linkTo(own, { to: 'teachers', language: 'french' }),
      linkTo(own, { to: 'teacher', id: 'a:1', language: 'german' }),
      linkTo(own, { to: 'vocabularySet', id: 9 }),
      linkTo(own, { to: 'community', report }),
    ]
    expect(links).toEqual([
      'https://fr.market.example/tutors?sort=new&utm_source=quiz&utm_medium=report',
      'https://market.example/german/tutors/a%3A1?utm_source=quiz&utm_medium=report',
      'https://www.market.example/en/vocab/detail/9?utm_source=quiz&utm_medium=report',
      `https://market.example/share?url=${encodeURIComponent(report)}&utm_source=quiz&utm_medium=report`,
    ])
    expect(linkTo({ ...own, appUrlScheme: APP }, { to: 'community', report })).toBe(
      `${APP}community/language-assessment`,
    )
    expect(linkTo({ ...browser, templates: { campaign: 'a=b' } }, { to: 'community' })).toBe(
      '/community/language-assessment',
    )
  })

  it('keeps an untrusted language within its path segment', () => {
    expect(linkTo(browser, { to: 'teachers', language: '../pay?x#y' })).toBe('/teachers/..%2Fpay%3Fx%23y')
  })
})

describe('web paths after sign-in', () => {
  const rows: [string, AfterSignIn][] = [
    ['/', 'dashboard'],
    ['/es', 'dashboard'],
    ['/pt-br/', 'dashboard'],
    ['/home', 'dashboard'],
    ['/ja/home?x=1#y', 'dashboard'],
    ['/learn', 'dashboard'],
    ['/learn/spanish', 'dashboard'],
    ['/zh-hant/learn/english', 'dashboard'],
    ['/campaign/summer', 'refresh'],
    ['/de/campaign/summer/2026', 'refresh'],
    ['/app', 'refresh'],
    ['/fr/app', 'refresh'],
    ['/business', 'refresh'],
    ['/languageassessment/quiz', 'refresh'],
    ['/teachers/french', 'refresh'],
    ['/homework', 'refresh'],
  ]
  it.each(rows)('%s: %s', (path, what) => {
    expect(afterSignIn(path)).toBe(what)
  })

  it('lists no path twice', () => {
    expect(new Set(WEB_PATHS.map(([path]) => path)).size).toBe(WEB_PATHS.length)
  })
})

it('takes linear time on a path full of slashes', { timeout: 30_000 }, () => {
  expect(afterSignIn(`${'/'.repeat(200_000)}b`)).toBe('refresh')
})
