import { describe, expect, it, vi } from 'vitest'
import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { PLACE, plantedBank } from './planted.ts'
import { spellingErrors } from './spelling.ts'

// Loading a dictionary takes up to 30 seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const MISSPELLED = 10_000

describe('spelling', () => {
  it.each<[language: Language, right: string, wrong: string]>([
    ['english', 'Our friend doesn’t ____ in the evening.', 'Our freind ____ in the evening.'],
    ['spanish', 'Mi vecina ____ el piano después de cenar.', 'Mi becina ____ el piano después de cenar.'],
    ['french', 'Aujourd’hui l’amie de Malik ____ jusqu’au soir.', 'Aujourd’hui l’ammie de Malik ____ jusqu’au soir.'],
    ['german', 'Am Klavierabend ____ meine Nachbarin am Bahnhof.', 'Am Klavierabent ____ meine Nachbarin am Bahnhof.'],
    ['italian', 'La vicina dell’amico ____ nell’appartamento.', 'La vicina dell’amicco ____ nell’appartamento.'],
    ['japanese', '隣の人は毎晩ピアノを____。', '隣の人は毎晩びしょぬれにピアノを____。'],
    ['korean', '옆집 사람은 매일 저녁 피아노를 ____.', '옆집 사람은 매일 쀍뷁을 피아노를 ____.'],
  ])('of %s', async (language, right, wrong) => {
    // One bank for both, because reading the dictionary takes nearly all of the time.
    const bank = plantedBank(language, { question: right })
    const misspelled = { ...bank.items.find(({ id }) => id === PLACE), id: MISSPELLED, question: wrong } as Item
    const errors = await spellingErrors({ ...bank, items: [...bank.items, misspelled] })
    expect(errors.filter(({ item }) => item === PLACE)).toEqual([])
    expect(errors.filter(({ item }) => item === MISSPELLED)).toMatchObject([{ rule: 19, severity: 'look' }])
  })

  it('of a Chinese word that splits into its characters', async () => {
    const { incorrect } = plantedBank('chinese').items.find(({ id }) => id === PLACE) as Item
    const bank = plantedBank('chinese', { point: 'V1', incorrect: [...incorrect.slice(1), '觅得'] })
    const errors = await spellingErrors(bank)
    expect(errors.filter(({ item }) => item === PLACE)).toMatchObject([{ rule: 19, severity: 'look' }])
  })
})
