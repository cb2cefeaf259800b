/** The width of a text, in Latin letters. */
export function textWidth(text: string): number {
  return text.length + (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0)
}
