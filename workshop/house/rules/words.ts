import { parseSync, Visitor } from 'vite'
import { isTest, type Module } from '../modules.ts'
import type { Rule } from './rule.ts'
import { modules } from './sources.ts'

/** Words that are in no name, each with the one that is. */
const WORDS = new Map([
  // The wire, SQL and settings, whose names are not in camelCase, keep it.
  ['assessment', 'attempt'],
  ['auth', 'sign-in'],
  ['cleanup', 'retention'],
  ['upkeep', 'retention'],
  ['util', 'what it holds'],
  ['utils', 'what it holds'],
  ['misc', 'what it holds'],
])
const ANY = new RegExp([...WORDS.keys()].join('|'), 'i')
/** An option of Nodemailer's. */
const FOREIGN = ['authOptional']

const wordsOf = (name: string) => name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())

/** The path and the names in camelCase. */
function namesIn({ path, text }: Module): string[] {
  const names = new Set([path])
  if (ANY.test(text))
    new Visitor({
      Identifier({ name }) {
        if (!name.includes('_') && /[a-z]/.test(name) && !FOREIGN.includes(name)) names.add(name)
      },
    }).visit(parseSync(path, text).program)
  return [...names]
}

/** One word a thing. */
export const words: readonly Rule[] = [
  {
    rule: 'one word a thing',
    why: 'Who looks for retention does not look for cleanup.',
    mend: 'Take the word beside it; docs/glossary.md has those that mean something of their own.',
    breaches: () =>
      modules.flatMap((module) =>
        namesIn(module).flatMap((name) =>
          wordsOf(name)
            .filter((word) => WORDS.has(word))
            .map((word) => `${module.path}: ${name}: not ${word} but ${WORDS.get(word)}`),
        ),
      ),
  },
  {
    rule: 'no test names a number of a document that is not here',
    why: 'Nobody else can look it up.',
    mend: 'Say what is tested. Numbers of the specification stand in docs/specification-matrix.md.',
    breaches: () =>
      modules
        .filter(({ path }) => isTest(path))
        .flatMap(({ path, text }) => (text.match(/(['"`]|\/\/ )\d+\.\d+:.*/g) ?? []).map((line) => `${path}: ${line}`)),
  },
]
