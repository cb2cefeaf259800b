/**
 * Draws the pictures of the questions (60 keys, 195x144 and 390x288) from Noto Emoji, byte-identical on every run, and copies the
 * flags of the languages. The result is committed, with the hashes by which the server knows the specified file of each dense one.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { IconifyJSON } from '@iconify/types'
import { getIconData, iconToHTML, iconToSVG } from '@iconify/utils'
import sharp, { type Sharp } from 'sharp'
import type { Language } from '#quiz/languages.ts'

type Plate = readonly [centre: string, edge: string]

const PLATES: Record<string, Plate> = {
  food: ['#FFF7E8', '#FFE2B8'],
  animal: ['#F1FAEA', '#CDEBC0'],
  home: ['#EFF6FF', '#CFE2FB'],
  study: ['#F4F1FE', '#DCD3F8'],
  transport: ['#EAF8FB', '#BFE6EF'],
  nature: ['#E9F4FF', '#B9DAF8'],
  body: ['#FFF1EF', '#FBD3CC'],
  clothes: ['#FDF0F7', '#F5CFE4'],
  night: ['#3B4C8C', '#1D2657'],
}

const FLAGS: Record<Language, string> = {
  english: 'gb',
  spanish: 'es',
  french: 'fr',
  german: 'de',
  japanese: 'jp',
  korean: 'kr',
  chinese: 'cn',
  italian: 'it',
}

const WIDTH = 390
const HEIGHT = 288

const require = createRequire(import.meta.url)

function iconSet(name: string): IconifyJSON {
  return JSON.parse(readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), 'utf8'))
}

function iconSvg(set: IconifyJSON, name: string): string {
  const data = getIconData(set, name)
  if (!data) throw new Error(`There is no icon "${name}".`)
  const { body, attributes } = iconToSVG(data, { height: 'auto' })
  return iconToHTML(body, attributes)
}

/** Noto's glass of milk is cream yellow and can be read as juice. */
function whiteMilk(svg: string): string {
  return svg.replaceAll('#f0e7ba', '#fdfcf6').replaceAll('#fcf9e9', '#ffffff')
}

async function picture(svg: string, [centre, edge]: Plate): Promise<Buffer> {
  const icon = await sharp(await sharp(Buffer.from(svg), { density: 600 }).trim().png().toBuffer())
    .resize({ width: Math.round(WIDTH * 0.72), height: Math.round(HEIGHT * 0.76), fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Math.round((WIDTH - icon.info.width) / 2)
  const top = Math.round((HEIGHT - icon.info.height) / 2)
  const alpha = await sharp(icon.data).extractChannel('alpha').linear(0.3, 0).toBuffer()
  const silhouette = await sharp({
    create: { width: icon.info.width, height: icon.info.height, channels: 3, background: '#22304A' },
  })
    .joinChannel(alpha)
    .png()
    .toBuffer()
  const fallen = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 4, background: { r: 34, g: 48, b: 74, alpha: 0 } },
  })
    .composite([{ input: silhouette, left, top: Math.min(top + Math.round(HEIGHT * 0.03), HEIGHT - icon.info.height) }])
    .png()
    .toBuffer()
  // A pass of its own: within one, sharp blurs before it composites.
  const shadow = await sharp(fallen)
    .blur(HEIGHT * 0.022)
    .png()
    .toBuffer()
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><radialGradient id="g" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="${centre}"/><stop offset="1" stop-color="${edge}"/></radialGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(plate))
    .composite([{ input: shadow }, { input: icon.data, left, top }])
    .removeAlpha()
    .png()
    .toBuffer()
}

function jpeg(image: Sharp, quality: number): Promise<Buffer> {
  return image.jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
}

type PictureKey = { key: string; field: string; icon: string }
const keys: PictureKey[] = JSON.parse(readFileSync('data/picture-keys.json', 'utf8'))
const noto = iconSet('noto')
const folder = 'public/image/languageassessment'
mkdirSync(folder, { recursive: true })
const drawnWith: Record<string, string> = {}
for (const { key, field, icon } of keys) {
  const plate = PLATES[key === 'moon' || key === 'star' ? 'night' : field]
  if (!plate) throw new Error(`There is no plate for the field "${field}".`)
  const svg = iconSvg(noto, icon.replace('noto:', ''))
  const drawn = await picture(key === 'milk' ? whiteMilk(svg) : svg, plate)
  writeFileSync(`${folder}/${key}@2x.jpg`, await jpeg(sharp(drawn), 84))
  const specified = await jpeg(sharp(drawn).resize(195, 144), 86)
  writeFileSync(`${folder}/${key}.jpg`, specified)
  drawnWith[key] = createHash('sha256').update(specified).digest('hex')
}
writeFileSync('data/dense-pictures.json', `${JSON.stringify(drawnWith, null, 2)}\n`)

const flags = iconSet('circle-flags')
mkdirSync('public/flags', { recursive: true })
for (const [language, country] of Object.entries(FLAGS))
  writeFileSync(`public/flags/${language}.svg`, iconSvg(flags, country))
console.log(`${keys.length} pictures, ${Object.keys(FLAGS).length} flags`)
