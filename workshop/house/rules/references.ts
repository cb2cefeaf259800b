import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS as OPERATORS } from '#operators/commands.ts'
import { filesBelow } from '../../build/files-below.ts'
import { COMMANDS as WORKSHOP } from '../../commands.ts'
import { isTest } from '../modules.ts'
import type { Rule } from './rule.ts'
import { comments, documents, modules, product, read } from './sources.ts'

const FOLDERS = ['.ci', 'data', 'db', 'deploy', 'docs', 'harness', 'public', 'src', 'test', 'workshop']
/** Commands write here when they are told to. */
const WRITTEN = ['data/calibrations', 'docs/screens/all']
const EXTENSION = /\.(tsx?|js|md|jsonl?|ya?ml|sql|css|svg|png|sh|txt|conf|cfg|ini)$/

const allFiles = FOLDERS.flatMap((folder) => filesBelow(folder))
  .map((file) => `\n/${file}`)
  .join('')

/** Whether some file is at this path, or below it; a path may leave out its beginning, and {x} stands for any name. */
function leadsSomewhere(path: string): boolean {
  const pattern = path.replace(/[.()[\]+$^|]/g, '\\$&').replace(/\{[^}]*\}|\*/g, '[^/\n]+')
  return (
    WRITTEN.some((folder) => path.startsWith(folder)) || existsSync(path) || new RegExp(`/${pattern}`).test(allFiles)
  )
}

const isPath = (text: string): boolean =>
  /^[\w.@{}*-]+(\/[\w.@{}*-]+)+\/?$/.test(text) &&
  (EXTENSION.test(text) || text.endsWith('/') || FOLDERS.includes(text.split('/')[0] as string))

const quotedPaths = (text: string) =>
  [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string).filter(isPath)

const barePaths = (text: string) => (text.match(/(?<![\w/.`-])[\w-]+\/[\w./{}-]*\w/g) ?? []).filter(isPath)

/** `name` in `path`, and `path` (`name`, `name`): what a document says a file holds. */
function claimsOf(text: string): { name: string; path: string }[] {
  const before = [...text.matchAll(/`(\w+)` in `([^`\n]+)`/g)].map(([, name = '', path = '']) => ({ name, path }))
  const after = [...text.matchAll(/`([^`\n]+)` \(((?:`\w+`(?:, )?)+)\)/g)].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => ({ name, path })),
  )
  return [...before, ...after].filter(({ path }) => EXTENSION.test(path) && existsSync(path))
}

function commandsNamed(text: string): { script: string; subcommand: string | undefined }[] {
  const command = /npm (?:run )?(?:--silent )?(start|test:?\w*|(?<=run (?:--silent )?)[a-z:]+)(?: -- ([a-z]+))?/g
  return [...text.matchAll(command)].map(([, script = '', subcommand]) => ({ script, subcommand }))
}

/** The classes that a component takes from a style sheet by name, each with its sheet. */
function classesOf(path: string, text: string): { name: string; sheet: string }[] {
  const imports = text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)
  return [...imports].flatMap(([, styles = '', sheet = '']) =>
    [...text.matchAll(new RegExp(`(?<![\\w'"\`/.-])${styles}\\.(\\w+)`, 'g'))].map(([, name = '']) => ({
      name,
      sheet: join(path, '..', sheet),
    })),
  )
}

/** What is named exists. */
export const references: readonly Rule[] = [
  {
    rule: 'the paths in documents, comments and titles of tests lead somewhere',
    why: 'A pointer to a file that has moved costs a reader more than none.',
    mend: 'Name the file by its present path.',
    breaches: () =>
      [
        ...documents.flatMap(({ path, text }) => quotedPaths(text).map((named) => ({ path, named }))),
        ...[...documents, ...comments].flatMap(({ path, text }) => barePaths(text).map((named) => ({ path, named }))),
        ...modules
          .filter(({ path }) => isTest(path))
          .flatMap(({ path, text }) => quotedPaths(text).map((named) => ({ path, named }))),
      ]
        .filter(({ named }) => !leadsSomewhere(named))
        .map(({ path, named }) => `${path}: ${named}`),
  },
  {
    rule: 'a file holds the names that a document says it holds',
    why: 'The file may still be there while what was meant has moved on.',
    mend: 'Name the file that holds it now.',
    breaches: () =>
      documents.flatMap(({ path, text }) =>
        claimsOf(text)
          .filter((claim) => !new RegExp(`\\b${claim.name}\\b`).test(read(claim.path)))
          .map((claim) => `${path}: ${claim.name} in ${claim.path}`),
      ),
  },
  {
    rule: 'the commands that documents name exist',
    why: 'They are what a reader types first.',
    mend: 'Name the command as package.json and the tables of commands have it.',
    breaches: () => {
      const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
      const commands = { ...OPERATORS, ...WORKSHOP }
      return documents.flatMap(({ path, text }) =>
        commandsNamed(text)
          .filter(({ script, subcommand }) => {
            const group = commands[script]
            return !(script in scripts) || (subcommand && group && !(subcommand in group))
          })
          .map(({ script, subcommand = '' }) => `${path}: npm run ${script} ${subcommand}`),
      )
    },
  },
  {
    rule: 'every row of the specification matrix names files that exist, and every deviation its note',
    why: 'The matrix is the proof that nothing of the specification was forgotten.',
    mend: 'Name where the statement is kept now; deviations are numbered as in docs/specification-notes.md.',
    breaches: () => {
      const rows = [...read('docs/specification-matrix.md').matchAll(/^\| (\d+) \| \d \| .+ \| (.+) \| (.+) \|$/gm)]
      const notes = [...read('docs/specification-notes.md').matchAll(/^(\d+)\. /gm)].map(([, note]) => note)
      const used = rows.flatMap(([, , , verdict = '']) => verdict.match(/\d+/) ?? [])
      return [
        ...rows.flatMap(([, number, where = '', verdict = ''], index) => {
          const named = [...where.matchAll(/`([^`]+\/[^`]+|[\w.-]+\.\w+)`/g)].map((match) => match[1] as string)
          return [
            ...(Number(number) === index + 1 ? [] : ['is out of order']),
            ...(named.length > 0 ? [] : ['names no file']),
            ...named.filter((file) => !existsSync(file)).map((file) => `there is no ${file}`),
            ...(/^(exact|deviates \d+)$/.test(verdict) ? [] : [`is neither exact nor deviates: ${verdict}`]),
          ].map((fault) => `row ${number}: ${fault}`)
        }),
        ...(rows.length > 331 ? [] : [`has only ${rows.length} rows`]),
        ...used.filter((note) => !notes.includes(note)).map((note) => `there is no note ${note}`),
        ...notes.filter((note) => !used.includes(note as string)).map((note) => `no row deviates by note ${note}`),
      ]
    },
  },
  {
    rule: 'every file that a page names under /static exists',
    why: 'The browser would say nothing but a 404.',
    mend: 'Name the file as it is in public.',
    breaches: () => {
      const address = /["'`(](?:\/static\/|\$\{urls\.static\})([\w./-]+\.(?:svg|png|jpg|webmanifest))/g
      const manifests = filesBelow('public').filter((file) => file.endsWith('.webmanifest'))
      const texts = [...product.map(({ text }) => text), ...manifests.map(read)]
      const named = texts.flatMap((text) => [...text.matchAll(address)].map((match) => `public/${match[1]}`))
      return named.length > 3 ? named.filter((file) => !existsSync(file)) : ['the addresses are written otherwise now']
    },
  },
  {
    rule: 'every interface text is used',
    why: 'Each is written, translated and read again in twelve languages.',
    mend: 'Delete it in all languages. What a translation has beside English is a fault of its own.',
    breaches: () => {
      // The legal pages number their paragraphs.
      const english = filesBelow('data/texts').filter((file) => file.endsWith('/en.json') && !file.includes('/legal/'))
      const written = product.map(({ text }) => text).join('\n')
      const named = new Set([...written.matchAll(/['"`]([a-zA-Z]+(?:\.[\w$]+)*)['"`]/g)].map((match) => match[1]))
      const families = [...written.matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)*\.)\$\{/g)].map((match) => match[1] as string)
      const isUsed = (key: string) => named.has(key) || families.some((family) => key.startsWith(family))
      return english.flatMap((file) => Object.keys(JSON.parse(read(file))).filter((key) => !isUsed(key)))
    },
  },
  {
    rule: 'the classes that components name stand in their style sheets',
    why: 'The compiler takes every name: a class that is not there only looks wrong.',
    mend: 'Add the class, or drop its name.',
    breaches: () =>
      product.flatMap(({ path, text }) =>
        classesOf(path, text)
          .filter(({ name, sheet }) => !new RegExp(`\\.${name}\\b`).test(read(sheet)))
          .map(({ name, sheet }) => `${path}: ${name} in ${sheet}`),
      ),
  },
]
