/** The crudest insults. Whole words only, so that no real name is refused for its parts; short on purpose. */
const INSULTS = new Set(
  `asshole bastard bitch cunt dickhead faggot fuck fucker fucking motherfucker nigger shit slut whore
  nazi hitler arschloch fotze hure salope putain connard puta cabron stronzo puttana`.split(/\s+/),
)

/** What people typed, as others may be shown it: no control, format (direction, zero-width) or invisible characters, no pile of accents, single spaces. */
export function cleanShownText(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}|\p{Default_Ignorable_Code_Point}|\u2800/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
}

/** The words of a text, without accents and in small letters. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
}

export function isInsulting(text: string): boolean {
  return wordsOf(text).some((word) => INSULTS.has(word))
}
