/**
 * Builds the web for browsers (dist/web) and for rendering on the server (dist/server). `--if-needed` skips the build
 * if the sources haven't changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { BROWSER_PARTS, catalogFile, LOCALES } from '#contract/locales.ts'
import { ROOT } from '#server/files.ts'
import { filesBelow } from './files-below.ts'
import { lateGraph, staticGraph } from './import-graph.ts'

const SOURCES = ['src/web', 'src/contract', 'src/quiz', 'data/texts', 'public']
const TOOLS = ['vite.config.ts', 'workshop/build/build.ts']
const FILES = ['data/language-forms.json', 'package-lock.json']
const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/
const MARK = 'dist/sources.sha256'

function sourcesHash(): string {
  const hash = createHash('sha256')
  const tools = TOOLS.flatMap((file) => [...staticGraph(resolve(file))]).map((file) => relative('.', file))
  const files = new Set([...SOURCES.flatMap((folder) => filesBelow(folder)), ...tools, ...FILES])
  for (const file of files) hash.update(file).update(readFileSync(file))
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

/** The browser entry points by page name, according to the table of pages. */
async function readEntries(): Promise<Record<string, string>> {
  const { PAGES } = await import(new URL('dist/server/render.js', ROOT).href)
  const scripts = Object.entries(PAGES as Record<string, { script?: { entry: string } }>)
  return Object.fromEntries(scripts.flatMap(([name, { script }]) => (script ? [[name, resolve(script.entry)]] : [])))
}

/**
 * Few files, because code that pages share compresses better together. The landing page's code stays separate from
 * React. The rest is what the quiz needs at once and what other pages or its own late parts also need. The test and its
 * end are one file, and so is the result, because each extra file adds its name to the first load.
 */
function sharedChunks({ landing = '', quiz = '', ...others }: Record<string, string>) {
  const light = staticGraph(landing)
  const first = staticGraph(quiz)
  const again = [lateGraph(quiz), ...Object.values(others).flatMap((entry) => [staticGraph(entry), lateGraph(entry)])]
  const isShared = (id: string) => first.has(id) && again.some((graph) => graph.has(id))
  const test = ['src/web/flow/test-screen.tsx', 'src/web/flow/test-end-screen.tsx'].map((file) =>
    staticGraph(resolve(file)),
  )
  const result = staticGraph(resolve('src/web/result/result-screen.tsx'))
  return [
    {
      name: 'landing-shared',
      test: (id: string) => id.includes('vite/preload-helper') || (light.has(id) && id !== landing),
      priority: 2,
    },
    { name: 'shared', test: (id: string) => /node_modules|rolldown/.test(id) || isShared(id), priority: 1 },
    { name: 'test', test: (id: string) => !first.has(id) && test.some((graph) => graph.has(id)), priority: 0.5 },
    { name: 'result', test: (id: string) => !first.has(id) && result.has(id), priority: 0 },
  ]
}

const catalogs = BROWSER_PARTS.flatMap((part) => LOCALES.map((locale) => catalogFile(part, locale))).filter((file) =>
  existsSync(file),
)

const hash = sourcesHash()
const isBuilt = existsSync(MARK) && readFileSync(MARK, 'utf8') === hash
if (!isBuilt || !process.argv.includes('--if-needed')) {
  console.log('Building the web …')
  // Playwright sets it to `test`, with which Vite would build React's development version.
  process.env.NODE_ENV = 'production'
  rmSync('dist', { recursive: true, force: true })
  await build({
    logLevel: 'warn',
    build: { outDir: 'dist/server', ssr: 'src/web/render.tsx', copyPublicDir: false },
    // When bundled, React always uses its production build, which is twice as fast.
    ssr: { noExternal: ['react', 'react-dom'] },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const entries = await readEntries()
  await build({
    logLevel: 'warn',
    build: {
      outDir: 'dist/web',
      manifest: true,
      copyPublicDir: true,
      rolldownOptions: {
        input: [...Object.values(entries), ...catalogs],
        // A catalog's URL contains a content hash, so it can be cached.
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: sharedChunks(entries) } },
      },
    },
  })
  compress('dist/web')
  writeFileSync(MARK, hash)
}
