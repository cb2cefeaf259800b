import { expect, it } from 'vitest'
import { chooseVoice } from './listen.tsx'

const voice = (name: string, lang: string, { localService = true, isDefault = false } = {}) => ({
  name,
  lang,
  localService,
  default: isDefault,
})

it('picks a voice of the language, preferring the system default', () => {
  const voices = [
    voice('Alex', 'en-US', { isDefault: true }),
    voice('Anna', 'de-DE'),
    voice('Markus', 'de_AT', { isDefault: true }),
  ]
  expect(chooseVoice(voices, 'german')?.name).toBe('Markus')
  expect(chooseVoice(voices.slice(0, 2), 'german')?.name).toBe('Anna')
  expect(chooseVoice(voices, 'french')).toBeUndefined()
})

it('ignores network voices', () => {
  expect(chooseVoice([voice('Google Deutsch', 'de-DE', { localService: false })], 'german')).toBeUndefined()
})

it('picks Mandarin for Chinese, never Cantonese', () => {
  const cantonese = [voice('Sinji', 'zh-HK', { isDefault: true }), voice('Yue', 'yue_HK')]
  expect(chooseVoice(cantonese, 'chinese')).toBeUndefined()
  expect(chooseVoice([...cantonese, voice('Tingting', 'zh_CN')], 'chinese')?.name).toBe('Tingting')
})
