import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { loadBuiltSite } from '#server/pages/built-site.ts'

const REACT_ALONE = 'react-alone'

/** A module with React and ReactDOM and nothing else of ours, as the same bundler makes it. */
export async function bundleAlone(source: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: REACT_ALONE,
        resolveId: (id) => (id === REACT_ALONE ? id : null),
        load: (id) => (id === REACT_ALONE ? source : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: REACT_ALONE },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((file) => (file.type === 'chunk' ? file.code : []))
    .join('')
}

/** JavaScript of the quiz page's first load against React and ReactDOM alone, gzip. */
export async function javascriptFigures(): Promise<string> {
  const { scriptAddresses, catalogs } = await loadBuiltSite()
  const { src, preload } = scriptAddresses('src/web/flow/start.tsx')
  const files = [src, ...preload, catalogs('en').quiz].map((address) =>
    String(address).replace('/static/', 'dist/web/'),
  )
  const ours = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0)
  const code = await bundleAlone(
    "import { createElement } from 'react'; import { hydrateRoot } from 'react-dom/client'; hydrateRoot(document.body, createElement('p'))",
  )
  const alone = gzipSync(code, { level: 9 }).length
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  return `| JavaScript of the first load with the texts, gzip | ${kb(ours)} | ${kb(alone)} (React and ReactDOM alone) | ${(ours / alone).toFixed(2)} | at most 1.25 |`
}
