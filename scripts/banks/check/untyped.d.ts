declare module 'nspell' {
  /** A spell checker made from the two files of a Hunspell dictionary. */
  export default function nspell(dictionary: { aff: string; dic: string }): { correct(word: string): boolean }
}
