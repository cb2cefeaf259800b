import type { Module } from './modules.ts'

/** Which other folders and which packages each folder may import (docs/decisions/001). */
const WALLS: readonly { folder: string; mayImport: readonly string[]; packages?: RegExp }[] = [
  { folder: 'src/quiz/', mayImport: [], packages: /^$/ },
  { folder: 'src/contract/', mayImport: ['src/quiz/'], packages: /^typebox/ },
  {
    folder: 'src/web/',
    mayImport: ['src/quiz/', 'src/contract/'],
    packages: /^(react|@lingui\/|typebox$)/,
  },
  { folder: 'src/settings/', mayImport: ['src/quiz/', 'src/contract/'], packages: /^(node:|typebox$)/ },
  {
    folder: 'src/server/pages/',
    mayImport: ['src/quiz/', 'src/contract/', 'src/settings/', 'src/server/', 'src/web/'],
  },
  { folder: 'src/server/', mayImport: ['src/quiz/', 'src/contract/', 'src/settings/'] },
  { folder: 'src/operators/', mayImport: ['src/quiz/', 'src/contract/', 'src/settings/', 'src/server/'] },
  { folder: 'harness/', mayImport: ['src/'] },
  { folder: 'workshop/', mayImport: ['src/', 'harness/'] },
  { folder: 'test/', mayImport: ['src/', 'harness/'] },
]

/** The rooms and loose files of a folder, bottom first: each imports only from those above it in this list. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'src/server/': [
    'files.ts',
    'json-bounds.ts',
    'storable-text.ts',
    'marketplace-address.ts',
    'brand',
    'guarded-fetch.ts',
    'banks',
    'db',
    'http',
    'metrics',
    'names',
    'who',
    'attempts',
    'jobs',
    'wechat',
    'sign-in',
    'marketplace.ts',
    'linked-marketplace',
    'built-in-marketplace',
    'api',
    'pages',
    'built-in.ts',
    'app.ts',
    'start',
    'demo',
  ],
  'src/web/': [
    'language-tags.ts',
    'lazy-component.tsx',
    'display-face.ts',
    'texts.tsx',
    'texts-part.tsx',
    'server-texts.ts',
    'format.ts',
    'browser',
    'ui',
    'consent',
    'embedded',
    'sign-in',
    'landing',
    'info',
    'built-in-marketplace',
    'report',
    'review',
    'share',
    'account',
    'result',
    'flow',
    'head-tags.ts',
    'document.ts',
    'error-page.tsx',
    'page-heads.ts',
    'pages.tsx',
    'render.tsx',
  ],
}

/** Imports through a wall, and files in src outside all walls. */
export function wallBreaches(modules: readonly Module[]): string[] {
  return modules.flatMap(({ path, imports, packages }) => {
    const wall = WALLS.find(({ folder }) => path.startsWith(folder))
    if (!wall) return path.startsWith('src/') ? [`${path}: outside the folders of src`] : []
    const open = [wall.folder, ...wall.mayImport]
    // The root contains only tool settings.
    const isOpen = (target: string) => !target.includes('/') || open.some((folder) => target.startsWith(folder))
    const forbidden = [
      ...imports.filter((target) => !isOpen(target)),
      ...packages.filter((name) => wall.packages && !wall.packages.test(name)),
    ]
    return forbidden.map((target) => `${path} -> ${target}`)
  })
}

/** Imports from a higher room, and rooms without a floor. */
export function upwardImports(modules: readonly Module[]): string[] {
  return Object.entries(FLOORS).flatMap(([folder, floors]) => {
    const floorOf = (path: string) => floors.indexOf(path.slice(folder.length).split('/')[0] as string)
    const isInside = (path: string) => path.startsWith(folder)
    return modules
      .filter(({ path }) => isInside(path))
      .flatMap(({ path, imports }) => [
        ...(floorOf(path) < 0 ? [`${path}: in no room of FLOORS`] : []),
        ...imports
          .filter((target) => isInside(target) && floorOf(target) > floorOf(path))
          .map((target) => `${path} -> ${target}`),
      ])
  })
}
