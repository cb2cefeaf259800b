import type { Item } from '#quiz/bank.ts'
import type { Language } from '#quiz/languages.ts'
import { type BankError, fail, look, quoted } from './bank-error.ts'
import { BLANK, type LanguageBank, sentences } from './language-bank.ts'
import { isLatin, runsOf, withoutAccents, wordsOf } from './words.ts'

/** Two words may share a root if this many initial letters match. */
const ROOT = 4

/** Words of four or more letters that a stem may share with the key without giving anything away. */
const FUNCTION_WORDS: Partial<Record<Language, string>> = {
  english: `
    about after also been before being could does doing down even ever from have having here into just like many
    more most much must only other over should some such than that their them then there these they this those under
    until very were what when where which while whom whose will with would your`,
  spanish: `
    algo ante antes aquel aquella aunque cada como cual cuando desde donde ella ellas ellos entre esta estaba estar
    este esto estos estas fuera había haber habría hacia hasta hubiera mientras mismo mucho nada otra otro para pero
    poco porque pues quien según ser sido siempre sobre solo también tanto tenía tiene toda todo todos tras unos
    unas usted`,
  french: `
    afin ainsi alors après assez aura aurait aussi autre autres avait avant avec avoir beaucoup bien cela celle
    celui cette ceux chaque comme dans depuis dont elle elles encore entre était étaient être fait faire jamais
    juste leur leurs lorsque mais même moins notre nous parce pendant personne peut plus pour pourquoi quand quel
    quelle quelque quelques quoi sans sera serait seulement sont sous tout toute toutes tous très trop vers votre
    vous`,
  german: `
    aber alle allem allen alles also andere auch beim bereits bevor dann darf dass davon dein deine denn deren
    dessen deshalb diese diesem diesen dieser dieses doch durch eine einem einen einer eines etwa etwas euch fast
    gegen habe haben hatte hatten hätte ihnen ihre ihrem ihren ihrer immer jede jeden jeder jetzt kann kein keine
    können könnte lassen mehr mein meine mich muss müssen nach nicht nichts noch oder ohne schon sehr sein seine
    seinen seiner selbst sich sind sogar soll sollte sondern trotz über unser unter viel viele vielen vom wäre waren
    weil welche wenn werden wieder wird wollen worden wurde wurden würde würden zwar zwischen`,
  italian: `
    abbia alla alle allo anche ancora anzi avere aveva avrebbe bene che chi come così cosa cui dalla dalle degli
    della delle dello dopo dove essere fare fatto fino fosse fossi già hanno invece loro mai meno mentre mezzo molto
    nella nelle nessun niente noi nostra nostro ogni oltre però perché poco poi prima proprio quale quando quanto
    quel quella quelle quelli quello questa queste questi questo qui sarà sarebbe sempre senza sia siamo siano solo
    sono sotto stata stato stessa stesso sugli sulla sulle suoi tanto troppo tutta tutte tutti tutto una verso voi`,
}

/** The fragments of Japanese, Chinese, and Korean text that would link an option to its stem. */
function tracesOf(text: string, language: Language): Set<string> {
  // Endings don't count: a Korean word counts by its first two syllables, a Japanese one by its characters.
  if (language === 'korean')
    return new Set(
      wordsOf(text)
        .map((word) => word.slice(0, 2))
        .filter((start) => start.length === 2),
    )
  const pattern = language === 'japanese' ? /[\p{Script=Han}ァ-ヺー]{2,}/gu : /\p{Script=Han}{2,}/gu
  return new Set((text.match(pattern) ?? []).flatMap((run) => [...runsOf(run, 2)]))
}

function traceErrors(item: Item, stem: string, language: Language): BankError[] {
  const inStem = tracesOf(stem, language)
  const shared = (option: string) => [...tracesOf(option, language)].filter((trace) => inStem.has(trace))
  const clue = shared(item.correct[0] ?? '')
  // A fragment that every distractor also has gives nothing away.
  if (clue.length === 0 || item.incorrect.every((option) => shared(option).length > 0)) return []
  return [
    look(item.id, 16, `The stem and the key share ${quoted(clue)}. See whether that gives the answer away: ${stem}`),
  ]
}

function wordErrors(item: Item, stem: string, language: Language): BankError[] {
  const inStem = wordsOf(stem)
  const isFunction = (word: string) => FUNCTION_WORDS[language]?.split(/\s+/).includes(word) ?? false
  const long = (text: string) => wordsOf(text).filter((word) => word.length >= ROOT)
  const whole = (option: string) => long(option).filter((word) => inStem.includes(word))
  const root = (option: string) =>
    long(option).filter((word) =>
      inStem.some((other) => withoutAccents(other).startsWith(withoutAccents(word).slice(0, ROOT))),
    )
  const key = item.correct[0] ?? ''
  const wholeWords = item.incorrect.every((option) => whole(option).length > 0) ? [] : whole(key)
  const clear = wholeWords.filter((word) => !isFunction(word))
  if (clear.length > 0)
    return [fail(item.id, 16, `The stem contains the word ${quoted(clear)} of the key. Reword it: ${stem}`)]
  const roots = item.incorrect.every((option) => root(option).length > 0) ? [] : root(key)
  if (wholeWords.length === 0 && roots.length === 0) return []
  const words = quoted([...new Set([...wholeWords, ...roots])])
  return [look(item.id, 16, `The stem may contain the root of ${words}. See whether it gives the key away: ${stem}`)]
}

/** Rule 16: the stem contains no word from the key, and no root of one. */
export function clueErrors(bank: LanguageBank): BankError[] {
  return sentences(bank).flatMap((item) => {
    const stem = item.question.replace(BLANK, ' … ')
    return (isLatin(bank.language) ? wordErrors : traceErrors)(item, stem, bank.language)
  })
}
