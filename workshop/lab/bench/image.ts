/** `npm run bench -- image`: what the image adds to Node's, by the list that the Dockerfile copies. */
import { statSync } from 'node:fs'
import { writeFigures } from '#harness/figures.ts'
import { imageFiles } from '../../build/image.ts'

const MOST_SHOWN = 6

const bytesOf = new Map<string, number>()
const files = imageFiles()
for (const file of files) {
  const part = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? file
  bytesOf.set(part, (bytesOf.get(part) ?? 0) + statSync(file).size)
}
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
const total = [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0)
const largest = [...bytesOf].sort((one, other) => other[1] - one[1]).slice(0, MOST_SHOWN)
writeFigures('docs/operating.md', 'image', [
  `The image adds ${megabytes(total)} MB in ${files.length.toLocaleString('en')} files to \`node:24-bookworm-slim\` (\`npm run bench -- image\`): ${largest.map(([part, bytes]) => `\`${part.replace('node_modules/', '')}\` ${megabytes(bytes)}`).join(', ')}.`,
])
