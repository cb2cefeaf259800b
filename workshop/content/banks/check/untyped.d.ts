declare module 'nspell' {
  /** A spell checker made from the two files of a Hunspell dictionary. */
  function nspell(dictionary: { aff: string; dic: string }): { correct(word: string): boolean }
  export = nspell
}
