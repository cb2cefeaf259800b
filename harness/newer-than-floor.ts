import { readFileSync } from 'node:fs'
import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatData, Identifier } from '@mdn/browser-compat-data'

const { browserslist }: { browserslist: string[] } = JSON.parse(readFileSync('package.json', 'utf8'))

export const data = bcd as unknown as CompatData

/** The names of package.json's browsers in the compatibility data. */
const NAMES = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios: 'safari_ios' } as const

/** Whether all of the oldest supported browsers support it. */
export const isOld = ({ __compat: compat }: Identifier): boolean =>
  browserslist
    .map((entry) => entry.split(' '))
    .every(([browser, floor]) =>
      [compat?.support[NAMES[browser as keyof typeof NAMES]] ?? []]
        .flat()
        .some(
          ({ version_added: since, flags, prefix, alternative_name: alias, version_removed: until }) =>
            typeof since === 'string' &&
            !flags &&
            !prefix &&
            !alias &&
            !until &&
            Number.parseFloat(since.replace('≤', '')) <= Number(floor),
        ),
    )

export const featuresOf = (parent: Identifier | undefined) =>
  Object.entries(parent ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]

/** Built-ins newer than the minimum: globals, `Object.groupBy`, and member names that nothing older has. */
export function newBuiltIns() {
  const { builtins } = data.javascript as { builtins: Identifier }
  const interfaces = [builtins, builtins.Intl as Identifier, data.api as Identifier].flatMap(featuresOf)
  const members = interfaces.flatMap(([owner, feature]) =>
    featuresOf(feature).map(([name, member]) => ({ owner, name: name.replace(/_(static|event)$/, ''), member })),
  )
  const old = new Set(members.filter(({ member }) => isOld(member)).map(({ name }) => name))
  const newer = members.filter(({ member }) => member.__compat && !isOld(member))
  return {
    globals: new Set(interfaces.filter(([, each]) => each.__compat && !isOld(each)).map(([name]) => name)),
    statics: new Set(newer.map(({ owner, name }) => `${owner}.${name}`)),
    members: new Set(newer.map(({ name }) => name).filter((name) => !old.has(name))),
  }
}
