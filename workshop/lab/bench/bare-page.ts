import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { bundleAlone } from './javascript.ts'

/** Paragraphs of two elements each; runs in Node and, from its source, in the browser. */
function paragraphs(create: typeof createElement, nodes: number) {
  const list = Array.from({ length: nodes / 2 }, (_, index) =>
    create('p', { key: index }, create('span', null, `Paragraph ${index}`)),
  )
  return create('main', null, list)
}

/** Serves pages that React alone renders and hydrates, with as many elements as `?nodes=` says. */
export async function startBarePage(): Promise<{ origin: string; close: () => void }> {
  const script = await bundleAlone(`
    import { createElement } from 'react'
    import { hydrateRoot } from 'react-dom/client'
    const paragraphs = ${paragraphs}
    const nodes = Number(new URLSearchParams(location.search).get('nodes'))
    hydrateRoot(document.getElementById('root'), paragraphs(createElement, nodes))`)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const isScript = pathname === '/script.js'
    const body = () => renderToString(paragraphs(createElement, Number(searchParams.get('nodes'))))
    const html = () => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <script type="module" src="/script.js"></script></head><body><div id="root">${body()}</div></body></html>`
    const type = isScript ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'gzip' })
    response.end(gzipSync(isScript ? script : html()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
