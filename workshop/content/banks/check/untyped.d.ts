declare module 'nspell' {
  /** A spell checker for the two files of a Hunspell dictionary. */
  function nspell(dictionary: { aff: string; dic: string }): { correct(word: string): boolean }
  export = nspell
}
