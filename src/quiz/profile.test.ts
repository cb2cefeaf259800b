import { describe, expect, it } from 'vitest'
import { LEVELS } from './constants.ts'
import { levelNumber, type ProfileCardFacts, profileCardAction } from './profile.ts'

const facts: ProfileCardFacts = {
  isPro: false,
  isTutor: false,
  registerStatus: 5,
  languageList: [{ language: 'english', level: 7, isLearning: false }],
  language: 'french',
  level: 'B1',
}
const french = (level: number, isLearning: boolean) => ({
  languageList: [...(facts.languageList ?? []), { language: 'french', level, isLearning }],
})

describe('the profile-update card (Specification §4)', () => {
  it.each<[what: string, change: Partial<ProfileCardFacts>, action: string]>([
    ['a pro', { isPro: true }, 'none'],
    ['a tutor', { isTutor: true }, 'none'],
    ['a pro below 4', { isPro: true, registerStatus: 1 }, 'none'],
    ['a tutor without a list', { isTutor: true, languageList: null }, 'none'],
    ['status 0', { registerStatus: 0 }, 'onboard'],
    ['status 1', { registerStatus: 1 }, 'onboard'],
    ['status 3', { registerStatus: 3 }, 'onboard'],
    ['status 1 without a list', { registerStatus: 1, languageList: null }, 'onboard'],
    ['status 1, native language', { registerStatus: 1, ...french(7, false) }, 'onboard'],
    ['status 4', { registerStatus: 4 }, 'none'],
    ['status 4 without a list', { registerStatus: 4, languageList: null }, 'none'],
    ['status 5, no list', { languageList: null }, 'update'],
    ['status 5, an empty list', { languageList: [] }, 'update'],
    ['status 5, the language missing from the list', {}, 'card'],
    ['status 5, native', french(7, false), 'none'],
    ['status 5, native and learning', french(7, true), 'none'],
    ['status 5, the same level and learning', french(3, true), 'none'],
    ['status 5, the same level, not learning', french(3, false), 'card'],
    ['status 5, a lower level', french(2, true), 'card'],
    ['status 5, a higher level', french(4, true), 'card'],
    ['status 9', { registerStatus: 9 }, 'card'],
  ])('%s', (_what, change, action) => {
    expect(profileCardAction({ ...facts, ...change })).toBe(action)
  })

  it('numbers A1 to C2 from 1 to 6', () => {
    expect(LEVELS.map(levelNumber)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
