import { declaredTables } from '#harness/tables.ts'
import type { Rule } from './rule.ts'
import { product } from './sources.ts'

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g
const WRITE = /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\b(?:insert into|update|delete from) (\w+)/g

/** The files of db/tables, each with the tables that its statements write. */
const files = product
  .filter(({ path }) => path.startsWith('src/server/db/tables/'))
  .map(({ path, text }) => ({
    file: path.replace('src/server/db/tables/', ''),
    text,
    written: new Set([...text.replace(COMMENT, '').matchAll(WRITE)].map(([, built, raw]) => built ?? raw)),
  }))

const writersOf = (comment: string) => [...comment.matchAll(/[\w-]+\.ts\b/g)].map(([name]) => name)

/** Who writes which table. */
export const tables: readonly Rule[] = [
  {
    rule: 'the schema names the files that write a table, and nobody else does',
    why: 'A rule about a table holds when everybody who writes it is known: results that go to the webhook, rows that end.',
    mend: 'Move the statement to the file of its table, or name its file in the comment of src/server/db/schema.',
    breaches: () =>
      declaredTables()
        .filter(({ comment }) => !comment.includes('A view of'))
        .flatMap(({ name, comment }) => {
          const writers = writersOf(comment)
          const others = files.filter(({ file, written }) => written.has(name) && !writers.includes(file))
          const idle = writers.filter(
            (writer) => !files.some(({ file, text }) => file === writer && text.includes(name)),
          )
          return [
            ...(writers.length === 0 ? [`${name}: nobody is said to write it`] : []),
            ...others.map(({ file }) => `${name}: ${file} writes it too`),
            ...idle.map((file) => `${name}: ${file} does not`),
          ]
        }),
  },
]
