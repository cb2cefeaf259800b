/**
 * Draws the pictures of the questions (60 keys, in the specified size and twice as large) from Noto Emoji,
 * byte-identical on every run, and copies the flags of the languages. The result is committed, along with the hashes
 * that tell the server which specified file each high-density one was made with.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { IconifyJSON } from '@iconify/types'
import { getIconData, iconToHTML, iconToSVG } from '@iconify/utils'
import sharp, { type Sharp } from 'sharp'
import { PICTURE_SIZE } from '#quiz/constants.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#quiz/languages.ts'

type Plate = readonly [center: string, edge: string]

/**
 * Every field uses most of these backgrounds, and every background most fields, so no color reveals the kind of thing.
 */
const GROUNDS: Record<string, Plate> = {
  sky: ['#EAF3FD', '#B4D2F2'],
  mint: ['#EAF7EF', '#AEDCC3'],
  sand: ['#FDF3DF', '#EBCF9E'],
  rose: ['#FDECEA', '#F0BFB9'],
  lilac: ['#F1EDFC', '#C6BAED'],
  slate: ['#5E74A8', '#34456F'],
}

/** A language has the flag of its likely country (CLDR), except for English. */
const FLAGS: Partial<Record<Language, string>> = { english: 'gb' }
const flagOf = (language: Language) =>
  FLAGS[language] ?? (new Intl.Locale(LANGUAGE_TAGS[language]).maximize().region as string).toLowerCase()

const [WIDTH, HEIGHT] = [2 * PICTURE_SIZE.width, 2 * PICTURE_SIZE.height]

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

/** Noto's television is from the sixties, so we draw our own: a flat screen with a test pattern. */
const TELEVISION = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="88" viewBox="0 0 128 88">
<path fill="#2b3138" d="M26 76h10l-5 10h-12zM92 76h10l7 10h-12z"/><rect width="128" height="78" rx="4" fill="#1d2126"/>
<rect x="4" y="4" width="120" height="67" rx="1.5" fill="#111"/>
${['#e9e9e9', '#e8d44d', '#4fc3c8', '#57b45c', '#b45cb0', '#d9534a', '#3f66c4']
  .map((color, bar) => `<rect x="${4 + (bar * 120) / 7}" y="4" width="17.5" height="67" fill="${color}"/>`)
  .join('')}
<path fill="#fff" opacity=".13" d="M4 4h62L30 71H4z"/><rect x="58" y="73" width="12" height="2" rx="1" fill="#6b747d"/></svg>`

/** Removes the shapes with these colors. */
const without = (svg: string, ...colors: string[]) =>
  svg.replaceAll(/<(path|circle|ellipse)[^>]*\/>/g, (shape) =>
    colors.some((color) => shape.includes(`fill="${color}`)) ? '' : shape,
  )

/** Three coins instead of a dollar sign. */
const COINS = [44, 36, 28]
  .map(
    (y) =>
      `<path fill="#c98a16" d="M48 ${y}v4a16 6 0 0 0 33 0v-4z"/><ellipse cx="64.5" cy="${y}" rx="16.5" ry="6" fill="#f8cf4a"/>`,
  )
  .join('')

/** Corrections to misleading icons, by key. */
const CORRECTED: Readonly<Record<string, (svg: string) => string>> = {
  // In cream yellow, it looks like juice.
  milk: (svg) => svg.replaceAll('#f0e7ba', '#fdfcf6').replaceAll('#fcf9e9', '#ffffff'),
  // White sparkles around it look like stars.
  mountain: (svg) => without(svg, '#fff"'),
  // It's in a square night sky with stars.
  bridge: (svg) => without(svg, 'url', '#ffbb23', '#fac018', '#2d2d2d'),
  // The red cross is a protected emblem.
  hospital: (svg) => svg.replaceAll('#dd0c26', '#1565c0'),
  // The dollar sign stands for the money of only some countries.
  bank: (svg) => without(svg, '#024fac').replace('</svg>', `${COINS}</svg>`),
  // A fork and a knife are next to it.
  plate: (svg) => without(svg, '#9c9c9c', '#c8c8c8', '#e0e0e0', '#fdfdfd'),
  // A pair would make the key the only plural among the options.
  glove: (svg) => svg.replace(/<path[^>]*><path[^>]*>/, ''),
  // It's two leaves in the wind, and the larger one alone is clearer.
  leaf: (svg) =>
    without(svg, '#b1e3ff').replace('height="128" viewBox="0 0 128 128"', 'height="55" viewBox="0 73 128 55"'),
}

/** The drawing for a key: its icon, corrected if misleading. */
function drawingOf(set: IconifyJSON, key: string, icon: string): string {
  if (key === 'television') return TELEVISION
  const svg = iconSvg(set, icon.replace('noto:', ''))
  return CORRECTED[key]?.(svg) ?? svg
}

async function picture(svg: string, [center, edge]: Plate): Promise<Buffer> {
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
  // A separate pass, because within one, sharp blurs before it composites.
  const shadow = await sharp(fallen)
    .blur(HEIGHT * 0.022)
    .png()
    .toBuffer()
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><radialGradient id="g" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="${center}"/><stop offset="1" stop-color="${edge}"/></radialGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(plate))
    .composite([{ input: shadow }, { input: icon.data, left, top }])
    .removeAlpha()
    .png()
    .toBuffer()
}

function jpeg(image: Sharp, quality: number): Promise<Buffer> {
  return image.jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer()
}

type PictureKey = { key: string; ground: string; icon: string }
const keys: PictureKey[] = JSON.parse(readFileSync('data/picture-keys.json', 'utf8'))
const noto = iconSet('noto')
const folder = 'public/image/languageassessment'
mkdirSync(folder, { recursive: true })
const drawnWith: Record<string, string> = {}
for (const { key, ground, icon } of keys) {
  const plate = GROUNDS[ground]
  if (!plate) throw new Error(`There is no background "${ground}".`)
  const drawn = await picture(drawingOf(noto, key, icon), plate)
  writeFileSync(`${folder}/${key}@2x.jpg`, await jpeg(sharp(drawn), 84))
  const specified = await jpeg(sharp(drawn).resize(PICTURE_SIZE), 86)
  writeFileSync(`${folder}/${key}.jpg`, specified)
  drawnWith[key] = createHash('sha256').update(specified).digest('hex')
}
writeFileSync('data/dense-pictures.json', `${JSON.stringify(drawnWith, null, 2)}\n`)

const flags = iconSet('circle-flags')
mkdirSync('public/flags', { recursive: true })
for (const language of LANGUAGES) writeFileSync(`public/flags/${language}.svg`, iconSvg(flags, flagOf(language)))
console.log(`${keys.length} pictures, ${LANGUAGES.length} flags`)
