/**
 * `node workshop/build/image.ts <folder>`: copies what the image holds into an empty folder; the Dockerfile runs it.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow } from './files-below.ts'

/** The product, with its operators' commands. */
const OURS = ['package.json', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'dist', 'src', 'data', 'db', 'public']
/** Tests, and what only whoever works on questions and texts reads. */
const UNREAD = /\.(test\.tsx?|d\.ts)$|^data\/(readings|texts-kept)$/

/**
 * The image has Node already; types are for the compiler, and so are Lingui's macros with all that they need. React is
 * in the pages' bundle, and only the demo uses PGlite.
 */
const UNUSED_PACKAGES = /^node_modules\/(node-|@electric-sql\/|@types\/|@lingui\/(babel|conf)|jiti$|react-dom$)/
/**
 * Sources, types and maps; development builds; guides and tests; libphonenumber's
 * bundles for pages.
 */
const UNUSED_FILES =
  /\.([cm]?ts|map|tsbuildinfo|flow|ya?ml)$|\.development\.js$|\/(?!licen[cs]e|notice)[^/]*\.md$|\/(README|CHANGELOG|HISTORY)[^/]*$|\/(tests?|__tests__|bench(marks?)?|examples?|\.github)$|libphonenumber-js\/bundle$/i

/** Of the packaged fonts only the files that are drawn with (`src/server/pages/picture/fonts.ts`). */
const isUnusedFont = (file: string): boolean =>
  /fontsource.*\.(woff2?|css|scss)$/.test(file) && !/-wght-normal\.woff2$|emoji-emoji-400-normal\.woff2$/.test(file)

type Locked = { packages: Record<string, { dev?: boolean }> }

/** The folders of the packages that the product needs on this system. */
export function packagesInUse(): string[] {
  const { packages }: Locked = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const needed = Object.entries(packages).filter(
    ([path, { dev }]) => path !== '' && !dev && !UNUSED_PACKAGES.test(path),
  )
  return needed.map(([path]) => path).filter((path) => existsSync(path))
}

/** The files that the image holds, from the root of the repository, built before. */
export function imageFiles(): string[] {
  const ours = OURS.flatMap((name) => filesBelow(name, (path) => UNREAD.test(path)))
  // Packages within a package have entries of their own.
  const packages = packagesInUse().flatMap((own) =>
    filesBelow(own, (path) => path === `${own}/node_modules` || UNUSED_FILES.test(path) || isUnusedFont(path)),
  )
  return [...ours, ...packages]
}

/** Copies them into an empty folder. */
export function assembleImage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  for (const file of imageFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv
  if (!folder) throw new Error('Say where to: node workshop/build/image.ts /image')
  assembleImage(folder)
}
