import { fileCircles, folderCircles } from '../circles.ts'
import { upwardImports, wallBreaches } from '../floors.ts'
import { isTest } from '../modules.ts'
import type { Rule } from './rule.ts'
import { code, modules, product } from './sources.ts'

const CHEAP_CONTRACT = 'urls|html|deep-links|environment|locales|countries'

/** Who imports what. */
export const imports: readonly Rule[] = [
  {
    rule: 'no folder imports through its walls',
    why: 'The engine runs anywhere and the browser loads no server: docs/decisions/001.',
    mend: 'Move what both sides need to a folder that both may import, or pass it as an argument.',
    breaches: () => wallBreaches(code),
  },
  {
    rule: 'tests of the workshop, of harness and of test keep the walls as well',
    why: 'The workshop changes without the tests of the product, and these without the workshop.',
    mend: 'Put what both need into harness.',
    breaches: () => wallBreaches(modules.filter(({ path }) => isTest(path) && !path.startsWith('src/'))),
  },
  {
    rule: 'no room imports from a higher one',
    why: 'Whoever knows the rooms below a file knows all that it depends on.',
    mend: 'Move what is needed down, or hand it in from above; a new room gets its floor in workshop/house/floors.ts.',
    breaches: () => upwardImports(code),
  },
  {
    rule: 'no files and no folders import each other in a circle',
    why: 'Files in a circle can only be read, tested and moved together.',
    mend: 'Move what both need into a file of its own below both.',
    breaches: () => [...fileCircles(code), ...folderCircles(code)].map((circle) => circle.join(', ')),
  },
  {
    rule: 'the browser imports of the contract only what has no schema in it',
    why: 'TypeBox and the schemas would be a tenth of the first load, and the browser checks nothing with them.',
    mend: 'Import the type: schemas are types there.',
    breaches: () => {
      const costly = new RegExp(`^import (?!type).*(typebox|#contract/(?!${CHEAP_CONTRACT})).*$`, 'gm')
      return product
        .filter(({ path }) => path.startsWith('src/web/'))
        .flatMap(({ path, text }) => (text.match(costly) ?? []).map((line) => `${path}: ${line}`))
    },
  },
  {
    rule: 'SQL lives in src/server/db/tables alone',
    why: 'Whoever changes a table finds all its statements there. The demo has its own, so that the product carries none.',
    mend: 'Move the statement to the file of its table.',
    breaches: () =>
      product
        .filter(
          ({ path, text }) =>
            !/^src\/server\/(db|demo)\//.test(path) && /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text),
        )
        .map(({ path }) => path),
  },
  {
    rule: 'only entry points read the environment',
    why: 'A setting that is read elsewhere is neither checked at the start nor set by a test.',
    mend: 'Take the settings that you need as an argument: Pick<Settings, …>.',
    breaches: () =>
      product
        .filter(
          ({ path, text }) =>
            !/^src\/(server\/(demo|start)\/main\.ts|operators\/)/.test(path) && text.includes('process.env'),
        )
        .map(({ path }) => path),
  },
]
