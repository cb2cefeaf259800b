import { readFileSync } from 'node:fs'
import unhomoglyph from 'unhomoglyph'
import { catalogFile, LOCALES } from '#contract/locales.ts'

/** Digits and signs that people read as letters. */
const READ_AS: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', $: 's', '@': 'a' }

/** The small capitals and turned letters that Unicode's list of confusables leaves alone. */
const SMALL_CAPITALS = 'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'
const SMALL = new Map(
  Array.from(SMALL_CAPITALS.matchAll(/(.)(.)/gu), ([, capital = '', letter = '']) => [capital, letter]),
)

/**
 * A text as it looks (Unicode Technical Standard #39, skeleton): texts that look alike become the same. All of i, l, 1 and | become l, and
 * accents, which change a look little, go.
 */
function lookOf(text: string): string {
  const plain = Array.from(
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    (sign) => SMALL.get(sign) ?? sign,
  ).join('')
  // Twice: what a capital looks like may have a small letter with a look of its own.
  const once = unhomoglyph(plain).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return unhomoglyph(once)
    .toLowerCase()
    .replace(/[i1|!ı]/g, 'l')
}

const lettersOf = (text: string): string => lookOf(text).replace(/[^\p{L}]/gu, '')

/** Names of those who speak for us, as they look. */
const STAFF = new Set(
  'admin admins administrator administrators moderator moderators official staff support system'
    .split(' ')
    .map(lettersOf),
)
const LONGEST = Math.max(...[...STAFF].map((name) => name.length))

/** The product's own name in every interface language. */
const PRODUCT_NAMES = LOCALES.map((locale) => {
  const catalog = JSON.parse(readFileSync(new URL(`../../../${catalogFile('quiz', locale)}`, import.meta.url), 'utf8'))
  return lettersOf(catalog['site.name'])
})

/** Whether words that follow each other read as the name of staff when run together: `staff`, `s t a f f`, `sta ff`. */
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
 * Whether a name passes for ours: a staff name as a word, however it is spelled or spaced, or the product's name anywhere. Parts of longer
 * words pass (Badminton, Wagstaff).
 */
export function impersonatesUs(name: string): boolean {
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
  return [name, asLetters(name)].some((text) => PRODUCT_NAMES.some((own) => lettersOf(text).includes(own)))
}
