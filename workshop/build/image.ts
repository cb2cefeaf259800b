/**
 * `node workshop/build/image.ts <folder>`: copies the image's contents into an empty folder. The Dockerfile runs it.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow } from './files-below.ts'

/** The product, including the commands for operators. */
const OURS = ['package.json', 'LICENSE', 'NOTICE', 'CHANGELOG.md', 'dist', 'src', 'data', 'db', 'public']
/** Tests, and data that only matters for editing questions and texts. */
const UNREAD = /\.(test\.tsx?|d\.ts)$|^data\/(readings|texts-kept)$/

/**
 * The image already has Node. Only the compiler needs types and Lingui's macros with their dependencies. React is in
 * the pages' bundle, and only the demo uses PGlite.
 */
const UNUSED_PACKAGES = /^node_modules\/(node-|@electric-sql\/|@types\/|@lingui\/(babel|conf)|jiti$|react-dom$)/
/** Sources, types, and maps; development builds; guides and tests; libphonenumber's browser bundles. */
const UNUSED_FILES =
  /\.([cm]?ts|map|tsbuildinfo|flow|ya?ml)$|\.development\.js$|\/(?!licen[cs]e|notice)[^/]*\.md$|\/(README|CHANGELOG|HISTORY)[^/]*$|\/(tests?|__tests__|bench(marks?)?|examples?|\.github)$|libphonenumber-js\/bundle$/i

/** The image needs only the font files used for drawing (`src/server/pages/picture/fonts.ts`). */
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

/** The files of the image, relative to the repository. Requires a build. */
export function imageFiles(): string[] {
  const ours = OURS.flatMap((name) => filesBelow(name, (path) => UNREAD.test(path)))
  // Nested packages have their own entries.
  const packages = packagesInUse().flatMap((own) =>
    filesBelow(own, (path) => path === `${own}/node_modules` || UNUSED_FILES.test(path) || isUnusedFont(path)),
  )
  return [...ours, ...packages]
}

/** Copies the image's files into an empty folder. */
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
  if (!folder) throw new Error('Usage: node workshop/build/image.ts /image')
  assembleImage(folder)
}
