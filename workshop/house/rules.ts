import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS as OPERATORS } from '#operators/commands.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { filesBelow } from '../build/files-below.ts'
import { COMMANDS as WORKSHOP } from '../commands.ts'
import { fileCycles, folderCycles } from './cycles.ts'
import { upwardImports, wallBreaches } from './floors.ts'
import { looseTexts } from './loose-texts.ts'
import { isTest, readModules } from './modules.ts'

/** A rule that lint can't check: its reason, how to fix a breach, and the current breaches. */
export type Rule = { rule: string; why: string; fix: string; breaches: () => readonly string[] }

const FOLDERS = ['.ci', 'data', 'db', 'deploy', 'docs', 'harness', 'public', 'src', 'test', 'workshop']
const EXTENSION = /\.(tsx?|js|md|jsonl?|ya?ml|sql|css|svg|png|sh|txt|conf|cfg|ini|service)$/
/** The files in src/contract without a schema. */
const CHEAP_CONTRACT =
  'typed-text|urls|html|deep-links|environment|locales|countries|country-codes|share-targets|teacher-windows'

/** Pages without script changes, and everything rendered only on the server. */
const STATIC_MARKUP = /^src\/web\/(info|built-in-marketplace|landing|report|consent)\/|ui\/site-frame/

const modules = readModules()
const code = modules.filter(({ path }) => !isTest(path))
const product = code.filter(({ path }) => path.startsWith('src/'))
const read = (file: string) => readFileSync(file, 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...filesBelow('docs')]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: read(path) }))

const allFiles = FOLDERS.flatMap((folder) => filesBelow(folder))
  .map((file) => `\n/${file}`)
  .join('')

/** Whether a file exists at or below this path. The path may omit its beginning, and {x} stands for any name. */
function exists(path: string): boolean {
  const pattern = path.replace(/[.()[\]+$^|]/g, '\\$&').replace(/\{[^}]*\}|\*/g, '[^/\n]+')
  return existsSync(path) || new RegExp(`/${pattern}`).test(allFiles)
}

const isPath = (text: string): boolean =>
  /^[\w.@{}*-]+(\/[\w.@{}*-]+)+\/?$/.test(text) &&
  (EXTENSION.test(text) || text.endsWith('/') || FOLDERS.includes(text.split('/')[0] as string))

const quotedPaths = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string).filter(isPath)

/** Commands in a document that are neither in package.json nor in a command table. */
function unknownCommands(text: string): string[] {
  const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
  const commands = { ...OPERATORS, ...WORKSHOP }
  const command = /npm (?:run )?(?:--silent )?(start|test:?\w*|(?<=run (?:--silent )?)[a-z:]+)(?: -- ([a-z]+))?/g
  return [...text.matchAll(command)]
    .filter(([, script = '', subcommand]) => {
      const group = commands[script]
      return !(script in scripts) || (subcommand && group && !(subcommand in group))
    })
    .map(([named]) => named)
}

function unusedTexts(): string[] {
  // The legal pages number their paragraphs.
  const english = filesBelow('data/texts').filter((file) => file.endsWith('/en.json') && !file.includes('/legal/'))
  const written = product.map(({ text }) => text).join('\n')
  const named = new Set([...written.matchAll(/['"`]([a-zA-Z]+(?:\.[\w$]+)*)['"`]/g)].map((match) => match[1]))
  const families = [...written.matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)*\.)\$\{/g)].map((match) => match[1] as string)
  const isUsed = (key: string) => named.has(key) || families.some((family) => key.startsWith(family))
  return english.flatMap((file) => Object.keys(JSON.parse(read(file))).filter((key) => !isUsed(key)))
}

/** Class names used by a component but missing in its style sheet. */
function missingClasses(path: string, text: string): string[] {
  const imports = text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)
  return [...imports].flatMap(([, styles = '', sheet = '']) => {
    const css = read(join(path, '..', sheet))
    return [...text.matchAll(new RegExp(`(?<![\\w'"\`/.-])${styles}\\.(\\w+)`, 'g'))]
      .filter(([, name]) => !new RegExp(`\\.${name}\\b`).test(css))
      .map(([, name]) => `${path}: ${name} in ${sheet}`)
  })
}

const languageFiles = LANGUAGES.flatMap((language) => [
  `data/banks/${language}.json`,
  `data/points/${language}.json`,
  `public/flags/${language}.svg`,
])

/** Import rules. */
export const IMPORT_RULES: readonly Rule[] = [
  {
    rule: 'no folder imports through its walls',
    why: 'The engine runs anywhere, and the browser loads no server code: docs/decisions/001.',
    fix: 'Move what both sides need to a folder that both may import, or pass it as an argument.',
    breaches: () => wallBreaches(modules.filter(({ path }) => !(isTest(path) && path.startsWith('src/')))),
  },
  {
    rule: 'no room imports from a higher one',
    why: 'A file depends only on the rooms below it.',
    fix: 'Move the code down or pass it in from above. A new room gets its floor in workshop/house/floors.ts.',
    breaches: () => upwardImports(code),
  },
  {
    rule: 'no files or folders import each other in a cycle',
    why: 'Files in a cycle can only be read, tested, and moved together.',
    fix: 'Move the code that both need into a file below both.',
    breaches: () => [...fileCycles(code), ...folderCycles(code)].map((cycle) => cycle.join(', ')),
  },
  {
    rule: 'the browser imports only schema-free files of the contract',
    why: 'TypeBox and the schemas would be a tenth of the first load, and the browser never uses them.',
    fix: 'Import only the type.',
    breaches: () => {
      const costly = new RegExp(`^import (?!type).*(typebox|#contract/(?!${CHEAP_CONTRACT})).*$`, 'gm')
      return product
        .filter(({ path }) => path.startsWith('src/web/'))
        .flatMap(({ path, text }) => (text.match(costly) ?? []).map((line) => `${path}: ${line}`))
    },
  },
]

/** All other rules. */
export const RULES: readonly Rule[] = [
  {
    rule: 'SQL lives only in src/server/db',
    why: 'Each table has all its statements in one place. The demo has its own, so the product ships none of them.',
    fix: 'Move the statement to its table’s file in src/server/db/tables.',
    breaches: () =>
      product
        .filter(
          ({ path, text }) =>
            !/^src\/server\/(db|demo)\//.test(path) && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
        )
        .map(({ path }) => path),
  },
  {
    rule: 'documents name only existing paths and commands',
    why: 'A stale pointer costs a reader more than no pointer.',
    fix: 'Use the current path, or the command’s name in package.json or the command tables.',
    breaches: () =>
      documents.flatMap(({ path, text }) =>
        [...quotedPaths(text).filter((named) => !exists(named)), ...unknownCommands(text)].map(
          (named) => `${path}: ${named}`,
        ),
      ),
  },
  {
    rule: 'every interface text is used',
    why: 'Each one is written, translated, and read in twelve languages.',
    fix: 'Delete it in all languages.',
    breaches: unusedTexts,
  },
  {
    rule: 'the classes that components use are in their style sheets',
    why: 'The compiler accepts any class name; a missing one only looks wrong.',
    fix: 'Add the class, or drop its name.',
    breaches: () => product.flatMap(({ path, text }) => missingClasses(path, text)),
  },
  {
    rule: 'a text that a script may change is alone in its element',
    why: 'Translation removes text nodes from the page, and React then fails on their neighbors: docs/decisions/029.',
    fix: 'Give the text its own <span>, as one expression that includes the spaces.',
    breaches: () =>
      product.filter(({ path }) => /^src\/web\/.*\.tsx$/.test(path) && !STATIC_MARKUP.test(path)).flatMap(looseTexts),
  },
  {
    rule: 'every tested language has its bank, points, flag, sample, and picture words',
    why: 'src/quiz/languages.ts is the only list of languages.',
    fix: 'CONTRIBUTING.md says how to add what is missing.',
    breaches: () => [
      ...languageFiles.filter((file) => !existsSync(file)),
      ...LANGUAGES.flatMap((language) => [
        ...(JSON.parse(read('data/guide-samples.json'))[language] ? [] : [`data/guide-samples.json: ${language}`]),
        ...(JSON.parse(read('data/picture-keys.json')) as { key: string; words: object }[])
          .filter(({ words }) => !(language in words))
          .map(({ key }) => `data/picture-keys.json: ${key} in ${language}`),
      ]),
    ],
  },
]
