import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Every file and package that `node <entry>` loads through our static and dynamic imports. */
function loaded(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry)) return found
  found.add(entry)
  if (!entry.endsWith('.ts') && !entry.endsWith('.tsx')) return found
  const text = readFileSync(entry, 'utf8')
  const imports = text.matchAll(/^(?:import|export)( type)?( [^'"]*? from)? '([^']+)'/gms)
  for (const [, type, clause, name] of [...imports, ...text.matchAll(/\bimport\(()()'([^']+)'\)/g)]) {
    if (type || /^ \{(\s*type [\w$]+,?)+\s*\} from$/.test(clause ?? '')) continue
    const file = name?.startsWith('#')
      ? join('src', name.slice(1))
      : name?.startsWith('.')
        ? join(dirname(entry), name)
        : name
    if (file?.startsWith('src/') || file?.startsWith('data/')) loaded(file, found)
    else if (file) found.add(file)
  }
  return found
}

it('npm run serve loads no demo code and no development dependency', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = [...loaded('src/server/start/main.ts')]
  expect(names).toContain('src/server/app.ts')
  expect(names).toContain('fastify')
  expect(names.filter((name) => name.includes('/demo/'))).toEqual([])
  expect(names.filter((name) => Object.keys(devDependencies).some((dev) => `${name}/`.startsWith(`${dev}/`)))).toEqual(
    [],
  )
})
