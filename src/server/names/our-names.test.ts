import { expect, it } from 'vitest'
import { ourNames } from './our-names.ts'
import { cleanNickname } from './user-text.ts'

it.each([
  'Аdmin',
  'ADMlN',
  'Adm1n',
  'ᴀᴅᴍɪɴ',
  'Admın',
  '𝒮𝓉𝒶𝒻𝒻',
  '0fficial',
  'a d m i n',
  'S.u.p.p.o.r.t',
  'Sup port',
  'Admin007',
  'SupportTeam',
  '$taff',
  'mоdеrаtоr',
  'The Ｓｙｓｔｅｍ',
  'Language Assessment',
  'L a n g u a g e   Assessment!',
  'LаnguаgеАssеssmеnt Team',
  'Языковой тест',
  '語学レベル診断',
])('%s is refused as impersonating us', (name) => {
  expect(() => cleanNickname(name, ourNames(undefined))).toThrow('This nickname is not allowed')
})

it.each([
  'Badminton fan',
  'Wagstaff',
  'Systematic Sam',
  'Анна Иванова',
  'Ιωάννης',
  'محمد',
  '李雷',
  'Ada Min',
  'Modest Orator',
  'Language learner',
  'Lil’ Kim 99',
])('%s is allowed', (name) => {
  expect(cleanNickname(name, ourNames(undefined))).toBe(name)
})
