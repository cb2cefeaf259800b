import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { urls } from '#contract/urls.ts'
import { ROOT } from '../files.ts'
import type { ServedFile } from './files.ts'
import type { BrandFolder } from './read-brand.ts'

const EMBED = new URL('public/embed.js', ROOT)

/**
 * The brand's icon in place of ours at each of its addresses, for what names those: other sites, share targets, phones.
 */
async function iconsOf(icon: ServedFile, paper: string): Promise<ServedFile[]> {
  // Only a brand needs it, and it takes a twentieth of a start.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const picture = await loadImage(icon.content)
  const drawn = [180, 192, 512].map((size): ServedFile => {
    const canvas = createCanvas(size, size)
    const context = canvas.getContext('2d')
    // Phones show black behind what is transparent.
    context.fillStyle = paper
    context.fillRect(0, 0, size, size)
    const edge = size / 10
    context.drawImage(picture, edge, edge, size - 2 * edge, size - 2 * edge)
    const name = size === 180 ? 'apple-touch-icon' : `icon-${size}`
    return { address: `${urls.static}icons/${name}.png`, type: 'image/png', content: canvas.toBuffer('image/png') }
  })
  return [...drawn, { address: `${urls.static}icons/icon.svg`, type: icon.type, content: icon.content }]
}

/** The script for other sites, with the brand's name and color on its button (docs/embedding.md). */
function embedScript({ names, palettes }: BrandFolder): string {
  const { accent = '', 'on-accent': writing = '' } = palettes.light
  return readFileSync(EMBED, 'utf8')
    .replace("'Language Assessment'", () => JSON.stringify(names.en))
    .replace(/background:#\w+;color:#\w+/, `background:${accent};color:${writing}`)
}

/** Serves the brand's files, and in place of ours its icons, a manifest and the script for other sites. */
export async function brandRoutes(app: Pick<FastifyInstance, 'get'>, brand: BrandFolder): Promise<void> {
  const { names, icon, files, palettes } = brand
  const own = files.find(({ address }) => address === icon)
  const icons = own ? await iconsOf(own, palettes.light.paper as string) : []
  // The manifest's addresses are relative to its own, so that they hold below any BASE_PATH.
  const manifest = {
    name: names.en,
    start_url: `../..${urls.landing}`,
    display: 'browser',
    icons: [...(own ? [own] : []), ...icons].map(({ address, type }) => ({
      src: `../${address.slice(urls.static.length)}`,
      type,
      sizes: 'any',
    })),
  }
  const script = { address: `${urls.static}embed.js`, type: 'text/javascript; charset=utf-8' }
  for (const { address, type, content } of [
    ...files,
    ...icons,
    { ...script, content: embedScript(brand) },
    {
      address: `${urls.static}icons/site.webmanifest`,
      type: 'application/manifest+json',
      content: JSON.stringify(manifest),
    },
  ])
    app.get(address, (_request, reply) => {
      if (address === script.address) reply.header('cross-origin-resource-policy', 'cross-origin')
      return reply.type(type).header('cache-control', 'public, max-age=86400').send(content)
    })
}
