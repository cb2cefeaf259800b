import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { isUnspaced, wordsOf } from './words.ts'

type Trait = (option: string) => string | number | boolean

/** Forms of frequent verbs, and endings, that are always subjunctive. */
const SUBJUNCTIVE: Partial<Record<Language, RegExp>> = {
  spanish:
    /^((hay|se|vay|teng|veng|hag|dig|pong|salg|pued|quier|sep|vuelv|conozc|traig|oig)(a|as|amos|an)|(est)(é|és|emos|én)|dé|\p{L}+(ar|ier|er)(a|as|an|amos)|\p{L}+(as|ies)e(s|n|mos)?)$/u,
  french:
    /^(soi(s|t|ent)|soyons|soyez|ai(t|ent)|ayons|ayez|aill(e|es|ent)|fass(e|es|ent|ions|iez)|puiss(e|es|ent|ions|iez)|sach(e|es|ent|ions|iez)|(vienn|prenn|tienn|veuill|vaill|faill|doiv|reçoiv|boiv)(e|es|ent)|fût|eût|\p{L}+[âîû]t)$/u,
  italian:
    /^((si|abbi|vad|facci|poss|sappi|veng|dic|vogli|debb|sti|di|teng|esc|riesc|rimang|pong)(a|ano)|(siamo|abbiamo)|\p{L}+(ss)(i|e|imo|ero))$/u,
}

/** Words that look like a subjunctive but aren't. */
const NO_SUBJUNCTIVE =
  /^(para|ahora|era|eran|eras|fuera|manera|hora|cara|clase|base|frase|fase|esse|stesse|tasse|classe|forse|mese|diamo|stiamo|siamo|abbiamo|dia)$/

function isSubjunctive(option: string, language: Language): boolean {
  const forms = SUBJUNCTIVE[language]
  return forms ? wordsOf(option).some((word) => forms.test(word) && !NO_SUBJUNCTIVE.test(word)) : false
}

const scriptOf: Trait = (option) =>
  /\p{Script=Han}/u.test(option) ? 'han' : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(option) ? 'kana' : ''

/** Traits that readers notice before they notice the meaning. */
const SHAPES: readonly { trait: Trait; fits: (language: Language) => boolean }[] = [
  { trait: (option) => wordsOf(option).length, fits: (language) => !isUnspaced(language) },
  { trait: (option) => /^\p{Lu}/u.test(option), fits: () => true },
  { trait: (option) => /[’'-]/.test(option), fits: () => true },
  { trait: scriptOf, fits: (language) => language === 'japanese' },
]

/** Whether the three other options share a trait and the key differs. */
function isOdd(item: Item, trait: Trait): boolean {
  const [first, ...others] = item.incorrect.map(trait)
  return others.every((value) => value === first) && trait(item.correct[0] ?? '') !== first
}

/**
 * Whether the key is the only option of its form, as far as a rule can tell: number of words, capital, apostrophe,
 * script, subjunctive.
 */
export function isKeyOddOneOut(item: Item, language: Language): boolean {
  if (SHAPES.some(({ trait, fits }) => fits(language) && isOdd(item, trait))) return true
  return SUBJUNCTIVE[language] !== undefined && isOdd(item, (option) => isSubjunctive(option, language))
}
