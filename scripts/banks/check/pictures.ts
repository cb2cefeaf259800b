import { type LanguageBank, PICTURE_FOLDER, type PictureKey } from './language-bank.ts'
import { fail, PICTURES, type Problem, quoted } from './problem.ts'

const KANA = /^[ぁ-ゖァ-ヺー]+$/

const sameList = (left: readonly string[], right: readonly string[]) => left.join('\n') === right.join('\n')

/** The picture items are the keys of data/picture-keys.json in that order, with the words given there. */
export function pictureItemProblems(bank: LanguageBank): Problem[] {
  const { language, pictureKeys } = bank
  const word = (key: string) => pictureKeys.find((entry) => entry.key === key)?.words[language] ?? key
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
    const key = [word(entry.key)]
    const distractors = entry.distractors.slice(0, 3).map(word)
    const faults: string[] = []
    if (item.level !== entry.level) faults.push(`The level is ${item.level}. Make it ${entry.level}.`)
    if (item.point !== entry.field) faults.push(`The point is “${item.point}”. Make it “${entry.field}”.`)
    if (!sameList(item.correct, key)) faults.push(`The key is ${quoted(item.correct)}. Make it ${quoted(key)}.`)
    if (!sameList(item.incorrect, distractors))
      faults.push(`The distractors are ${quoted(item.incorrect)}. Make them ${quoted(distractors)}, in this order.`)
    return faults.map((message) => fail(item.id, PICTURES, message))
  })
  return [...missing, ...wrong]
}

/** Japanese words of A1 are written in kana, as the lowest JLPT level does. */
export function kanaProblems(bank: LanguageBank): Problem[] {
  if (bank.language !== 'japanese') return []
  return bank.items.flatMap((item) => {
    if (item.level !== 'A1') return []
    const other = [...item.correct, ...item.incorrect].filter((word) => !KANA.test(word))
    return other.length > 0 ? [fail(item.id, PICTURES, `${quoted(other)} is not kana. Write A1 words in kana.`)] : []
  })
}

/** Every key has its picture in both sizes, and the folder holds nothing else. */
export function pictureFileProblems(pictureKeys: readonly PictureKey[], files: readonly string[]): Problem[] {
  const wanted = pictureKeys.flatMap(({ key }) => [`${key}.jpg`, `${key}@2x.jpg`])
  const missing = wanted
    .filter((file) => !files.includes(file))
    .map((file) => fail(null, PICTURES, `${file} is missing. Draw it into ${PICTURE_FOLDER}.`))
  const unused = files
    .filter((file) => !wanted.includes(file))
    .map((file) => fail(null, PICTURES, `${file} belongs to no picture key. Take it out.`))
  return [...missing, ...unused]
}
