/** Builds the web for browsers (dist/web) and for rendering on the server (dist/server). `--if-needed` keeps a build of the same sources. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { BROWSER_PARTS, catalogFile, LOCALES } from '#contract/locales.ts'

const SOURCES = ['src/web', 'src/contract', 'src/quiz', 'data/texts', 'public']
const FILES = ['vite.config.ts', 'package-lock.json', 'scripts/build.ts', 'scripts/texts/compiled-texts.ts']
const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/
const LANDING_SHARED =
  /preload-helper|src\/(web\/browser\/(analytics|consent|consent-banner|flow-id|stored-options|storage)|contract\/(urls|addresses)|quiz\/(languages|levels|flow-id))\.ts$/
const SHARED =
  /node_modules|rolldown|src\/web\/(ui\/(button|screen-heading)|browser\/(api-client|free-trial-event)|catalogs|texts|percent|language-tags|result\/level-badge\.module)/
const MARK = 'dist/sources.sha256'

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const file of [...SOURCES.flatMap(filesBelow), ...FILES]) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function compress(folder: string): void {
  for (const file of filesBelow(folder).filter((name) => COMPRESSED.test(name))) {
    const content = readFileSync(file)
    if (content.length < 1024) continue
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

const catalogs = BROWSER_PARTS.flatMap((part) => LOCALES.map((locale) => catalogFile(part, locale))).filter((file) =>
  existsSync(file),
)

const hash = sourcesHash()
const isBuilt = existsSync(MARK) && readFileSync(MARK, 'utf8') === hash
if (!isBuilt || !process.argv.includes('--if-needed')) {
  console.log('Building the web …')
  rmSync('dist', { recursive: true, force: true })
  await build({
    logLevel: 'warn',
    build: {
      outDir: 'dist/web',
      manifest: true,
      copyPublicDir: true,
      rolldownOptions: {
        input: ['src/web/landing/start.ts', 'src/web/flow/start.tsx', 'src/web/account/start.tsx', ...catalogs],
        // A catalog is fetched by its address, for its contents.
        preserveEntrySignatures: 'exports-only',
        // Few files: what the pages share compresses better together. The landing's part stays apart from React.
        output: {
          codeSplitting: {
            groups: [
              { name: 'landing-shared', test: LANDING_SHARED, priority: 2 },
              { name: 'shared', test: SHARED, priority: 1 },
            ],
          },
        },
      },
    },
  })
  await build({
    logLevel: 'warn',
    build: { outDir: 'dist/server', ssr: 'src/web/render.tsx', copyPublicDir: false },
    // Built in, React is its production build whatever the environment says: twice as fast.
    ssr: { noExternal: ['react', 'react-dom'] },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  compress('dist/web')
  writeFileSync(MARK, hash)
}
