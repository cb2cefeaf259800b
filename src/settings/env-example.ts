import type { Setting } from './entry.ts'
import { settings, topics } from './settings.ts'

const WIDTH = 120

/** A value in the syntax that shells, systemd, Compose, and Node read. */
const quoted = (value: string) => (/^[\w.,:/@+-]*$/.test(value) ? value : `'${value}'`)

/** Formats sentences as comment lines. */
function comment(...sentences: readonly string[]): string {
  const lines = ['#']
  for (const word of sentences.join(' ').split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.map((line) => `${line}\n`).join('')
}

const listFormat = new Intl.ListFormat('en')

function needsOf({ needs = [] }: Setting): string[] {
  const names = needs.map((need) => [need].flat().join(' or '))
  return names.length > 0 ? [`Needs ${listFormat.format(names)}.`] : []
}

/** The text of `.env.example`: each setting's help and default. */
export function envExample(): string {
  const secrets = Object.entries(settings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))
  const head = comment(
    'Every setting with its default. Leave one empty to use the default. `npm run serve` and the other production',
    'commands read them from the environment and then from `.env`; the demo (`npm start`) reads only the environment.',
    `To read a secret from a file, set \`{name}_FILE\` to its path: ${listFormat.format(secrets)}.`,
  )
  const parts = Object.entries(topics).map(([title, entries]) => {
    const lines = Object.entries<Setting>(entries).map(
      ([name, setting]) =>
        `${comment(...[setting.help].flat(), ...needsOf(setting))}${name}=${quoted(setting.default)}\n`,
    )
    return `## ${title}\n\n${lines.join('')}`
  })
  return [head, ...parts].join('\n')
}
