import { type BankError, fail, PICTURES, quoted } from './bank-error.ts'
import { type LanguageBank, optionsOf, PICTURE_FOLDER, type PictureKey } from './language-bank.ts'

const KANJI = /^\p{Script=Han}+$/u
const KANA = /^[ぁ-ゖァ-ヺー]+$/

const sameList = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n')

/** The picture items are the keys of data/picture-keys.json in the same order, with the words given there. */
export function pictureItemErrors(bank: LanguageBank): BankError[] {
  const { language, pictureKeys } = bank
  const missing = pictureKeys
    .filter(({ key }) => !bank.items.some((item) => item.image === key))
    .map(({ key }) => fail(null, PICTURES, `The picture “${key}” has no item. Add it in the order of the keys.`))
  const wrong = bank.items.flatMap((item) => {
    if (!item.image) return []
    const entry = pictureKeys[item.id - 1]
    if (!entry || entry.key !== item.image)
      return [
        fail(item.id, PICTURES, `The picture is “${item.image}”. Put “${entry?.key ?? 'a sentence'}” at this place.`),
      ]
    const isKanji = language === 'japanese' && entry.japanese_script === 'kanji'
    const word = (key: string) => {
      const named = pictureKeys.find((other) => other.key === key)
      return (isKanji ? named?.japanese_kanji : named?.words[language]) ?? key
    }
    const key = [word(entry.key)]
    const distractors = entry.distractors.map(word)
    const errors: string[] = []
    if (item.level !== entry.level) errors.push(`The level is ${item.level}. Make it ${entry.level}.`)
    if (item.point !== entry.field) errors.push(`The point is “${item.point}”. Make it “${entry.field}”.`)
    if (!sameList(item.correct, key)) errors.push(`The key is ${quoted(item.correct)}. Make it ${quoted(key)}.`)
    if (!sameList(item.incorrect, distractors))
      errors.push(`The distractors are ${quoted(item.incorrect)}. Make them ${quoted(distractors)}, in this order.`)
    return errors.map((message) => fail(item.id, PICTURES, message))
  })
  return [...missing, ...wrong]
}

/** The words of a Japanese picture are in one script, and in kana at A1, as in the lowest JLPT level. */
export function kanaErrors(bank: LanguageBank): BankError[] {
  if (bank.language !== 'japanese') return []
  return bank.items.flatMap((item) => {
    if (!item.image) return []
    const other = optionsOf(item).filter((word) => !KANA.test(word))
    if (other.length === 0 || (item.level !== 'A1' && other.every((word) => KANJI.test(word)) && other.length === 4))
      return []
    const advice = item.level === 'A1' ? 'Write A1 words in kana' : 'Write all four in kana or all in kanji'
    return [fail(item.id, PICTURES, `${quoted(other)} is not kana. ${advice}.`)]
  })
}

/**
 * The maximum number of sets per word and of words that two sets share, and the maximum share of a field with the same
 * background.
 */
const MOST = { uses: 5, shared: 3, ground: 0.5 }

/**
 * Distractors come from the same field and vary, so no picture answers another, and no background reveals the field.
 */
export function pictureSetErrors(pictureKeys: readonly PictureKey[]): BankError[] {
  const found: string[] = []
  const setOf = ({ key, distractors }: PictureKey) => [key, ...distractors]
  pictureKeys.forEach((entry, index) => {
    const { key, field, distractors } = entry
    const strays = distractors.filter((other) => pictureKeys.find((named) => named.key === other)?.field !== field)
    if (strays.length > 0) found.push(`“${key}” has ${quoted(strays)} of another field. Choose from ${field}.`)
    const uses = pictureKeys.filter((other) => other.distractors.includes(key)).length
    if (uses > MOST.uses) found.push(`“${key}” is wrong in ${uses} sets. Bring it to ${MOST.uses}.`)
    for (const earlier of pictureKeys.slice(0, index)) {
      const shared = setOf(entry).filter((word) => setOf(earlier).includes(word))
      if (shared.length > MOST.shared) found.push(`“${key}” has the words of “${earlier.key}”. Vary the distractors.`)
    }
  })
  for (const [field, entries] of Map.groupBy(pictureKeys, (entry) => entry.field))
    for (const [ground, alike] of Map.groupBy(entries, (entry) => entry.ground))
      if (alike.length > MOST.ground * entries.length)
        found.push(`${alike.length} of ${entries.length} pictures of ${field} are on ${ground}. Vary the backgrounds.`)
  return found.map((message) => fail(null, PICTURES, message))
}

/** Every key has its picture in both sizes, and the folder has no other files. */
export function pictureFileErrors(pictureKeys: readonly PictureKey[], files: readonly string[]): BankError[] {
  const wanted = pictureKeys.flatMap(({ key }) => [`${key}.jpg`, `${key}@2x.jpg`])
  const missing = wanted
    .filter((file) => !files.includes(file))
    .map((file) => fail(null, PICTURES, `${file} is missing. Draw it into ${PICTURE_FOLDER}.`))
  const unused = files
    .filter((file) => !wanted.includes(file))
    .map((file) => fail(null, PICTURES, `${file} belongs to no picture key. Delete it.`))
  return [...missing, ...unused]
}
