import unhomoglyph from 'unhomoglyph'
import { catalogFile, LOCALES } from '#contract/locales.ts'
import { readJson } from '../files.ts'

/** Digits and symbols that people read as letters. */
const READ_AS: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', $: 's', '@': 'a' }

/** The small capitals and turned letters missing from Unicode's list of confusables. */
const SMALL_CAPITALS = 'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'
const SMALL = new Map(
  Array.from(SMALL_CAPITALS.matchAll(/(.)(.)/gu), ([, capital = '', letter = '']) => [capital, letter]),
)

/**
 * The skeleton of a text (Unicode Technical Standard #39): texts that look alike become equal. i, l, 1 and | all become
 * l, and accents, which hardly change the look, are dropped.
 */
function lookOf(text: string): string {
  const plain = Array.from(
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    (sign) => SMALL.get(sign) ?? sign,
  ).join('')
  // Twice: the look-alike of a capital may have a lower-case form that is itself confusable.
  const once = unhomoglyph(plain).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return unhomoglyph(once)
    .toLowerCase()
    .replace(/[i1|!ı]/g, 'l')
}

const lettersOf = (text: string): string => lookOf(text).replace(/[^\p{L}]/gu, '')

/** Names that claim to speak for us, as skeletons. */
const STAFF = new Set(
  'admin admins administrator administrators moderator moderators official staff support system'
    .split(' ')
    .map(lettersOf),
)
const LONGEST = Math.max(...[...STAFF].map((name) => name.length))

/** Names of the product and its brand, as skeletons. */
export type OurNames = readonly string[]

/** The product's own name in every interface language. */
const productNames: OurNames = LOCALES.map((locale) =>
  lettersOf(readJson<{ 'site.name': string }>(catalogFile('quiz', locale))['site.name']),
)

/** The names that nobody else may have where this brand is served: the product's and the brand's. */
export function ourNames(brand: { names: Readonly<Record<string, string>> } | undefined): OurNames {
  const brandNames = Object.values(brand?.names ?? {}).map(lettersOf)
  return [...productNames, ...brandNames.filter((name) => name !== '')]
}

/** Within a longer name, a shorter one would refuse too many people. */
const SHORTEST_WITHIN = 5

/** Whether letters are one of our names, or have it in them. */
const namesUs = (letters: string, ours: OurNames) =>
  ours.some((own) => letters === own || (own.length >= SHORTEST_WITHIN && letters.includes(own)))

/** Whether consecutive words run together to a staff name: `staff`, `s t a f f`, `sta ff`. */
function namesStaff(words: string[]): boolean {
  return words.some((_, from) => {
    let joined = ''
    for (const word of words.slice(from)) {
      joined += word
      if (STAFF.has(joined)) return true
      if (joined.length > LONGEST) return false
    }
    return false
  })
}

/**
 * Whether a name passes for ours: a staff name as a word, however spelled or spaced, or one of our names anywhere.
 * Parts of longer words pass (Badminton, Wagstaff).
 */
export function impersonatesUs(name: string, ours: OurNames): boolean {
  const spaced = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const asLetters = (text: string) => text.replace(/[034578$@]/g, (sign) => READ_AS[sign] ?? sign)
  const spellings = [spaced, spaced.replace(/\d/g, ' '), asLetters(spaced), name, asLetters(name)]
  if (
    spellings.some((text) =>
      namesStaff(
        lookOf(text)
          .split(/[^\p{L}]+/u)
          .filter(Boolean),
      ),
    )
  )
    return true
  return [name, asLetters(name)].some((text) => namesUs(lettersOf(text), ours))
}
