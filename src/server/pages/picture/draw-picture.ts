import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { REPORT_PICTURE_SIZE, type ReportPictureTexts, STORY_PICTURE_SIZE } from '#web/report/picture-words.ts'
import { PALETTES } from '../../brand/colors.ts'
import { type BrandPictures, drawSign, type PictureBrand } from './brand-sign.ts'
import { drawBubble } from './bubble.ts'
import { canWrite, displayFamily } from './fonts.ts'
import { drawLine, type TextLine } from './text-line.ts'

/** Everything a report's picture shows. Equal drawings give equal pictures. */
export type Drawing = ReportPictureTexts & {
  level: Level
  language: Language
  direction: 'ltr' | 'rtl'
  /** For link previews, or for stories on phones. */
  format: 'link' | 'story'
  brand?: PictureBrand
}

const WHITE = '#ffffff'

/** Whose letter stands on the steps that are not the person's own. */
const SPEAKERS: Language[] = ['english', 'french', 'spanish', 'german', 'korean', 'japanese']

type Layout = {
  width: number
  height: number
  edge: number
  /** The stairs: where they begin, how wide they are, and how high the lowest and the highest step, all in pixels. */
  stairs: { left: number; width: number; low: number; high: number }
  /** The size of the level's letters and their baseline. */
  level: { size: number; y: number }
  lines: Record<'name' | 'headline' | 'range' | 'than' | 'invitation', { y: number; size: number }>
  textWidth: number
  /** The brand's mark and name. */
  sign: { start: number; y: number; size: number; width: number }
}

const LAYOUTS: Record<Drawing['format'], Layout> = {
  link: {
    ...REPORT_PICTURE_SIZE,
    edge: 64,
    stairs: { left: 660, width: 528, low: 90, high: 450 },
    level: { size: 250, y: 328 },
    lines: {
      name: { y: 104, size: 52 },
      headline: { y: 396, size: 44 },
      range: { y: 446, size: 34 },
      than: { y: 490, size: 28 },
      invitation: { y: 572, size: 32 },
    },
    textWidth: 640,
    sign: { start: 700, y: 100, size: 30, width: 310 },
  },
  story: {
    ...STORY_PICTURE_SIZE,
    edge: 84,
    stairs: { left: 12, width: 1056, low: 330, high: 800 },
    level: { size: 520, y: 820 },
    lines: {
      name: { y: 360, size: 84 },
      headline: { y: 930, size: 68 },
      range: { y: 1010, size: 52 },
      than: { y: 1076, size: 42 },
      invitation: { y: 1556, size: 48 },
    },
    textWidth: 912,
    sign: { start: 84, y: 1668, size: 40, width: 800 },
  },
}

const GAP = 12

/** The six levels as a staircase, lit up to the level, with a letter on each; the person's own is white. */
function drawStairs(
  context: SKRSContext2D,
  { level, language, direction }: Drawing,
  { width, height, stairs }: Layout,
  color: string,
): void {
  const reached = LEVELS.indexOf(level)
  const step = (stairs.width - GAP * (LEVELS.length - 1)) / LEVELS.length
  LEVELS.forEach((_, index) => {
    const rise = stairs.low + ((stairs.high - stairs.low) * index) / (LEVELS.length - 1)
    const start = stairs.left + index * (step + GAP)
    const left = direction === 'rtl' ? width - start - step : start
    context.fillStyle = `rgb(255 255 255 / ${index <= reached ? 20 : 9}%)`
    context.beginPath()
    context.roundRect(left, height - rise, step, rise + 40, step / 4)
    context.fill()
    const letter = index === reached ? language : (SPEAKERS[index] as Language)
    drawBubble(context, left + step / 2, height - rise - step * 0.55, step * 0.86, letter, index === reached, color)
  })
}

/** The invitation in a white pill at the lower edge. */
function drawInvitation(context: SKRSContext2D, line: TextLine, color: string): void {
  const { x, y, size, align } = line
  // Measured by drawing it, since it may shrink; then the pill, then again.
  drawLine(context, line)
  const width = Math.min(context.measureText(line.text).width, line.width) + size * 1.8
  context.fillStyle = WHITE
  context.beginPath()
  context.roundRect(align === 'right' ? x - width : x, y - size * 1.35, width, size * 2.05, size * 1.1)
  context.fill()
  drawLine(context, { ...line, x: align === 'right' ? x - size * 0.9 : x + size * 0.9, color })
}

/** Draws a report's picture as PNG. Omits a name that the fonts cannot render rather than draw boxes. */
export function drawPicture(drawing: Drawing, { cover, mark }: BrandPictures = {}): Buffer {
  const layout = LAYOUTS[drawing.format]
  const { width, height, edge, lines, textWidth } = layout
  const isMirrored = drawing.direction === 'rtl'
  const color = drawing.brand?.background ?? (PALETTES.light[drawing.level.toLowerCase()] as string)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  if (cover) context.drawImage(cover, 0, 0, width, height)
  else drawStairs(context, drawing, layout, color)
  const place = isMirrored ? { x: width - edge, align: 'right' as const } : { x: edge, align: 'left' as const }
  const lineOf = (name: keyof Layout['lines'], text: string, weight: TextLine['weight']): TextLine => {
    const { y, size } = lines[name]
    return { text, y, size, leastSize: Math.round(size * 0.66), weight, color: WHITE, width: textWidth, ...place }
  }
  context.font = `800 ${layout.level.size}px "${displayFamily()}"`
  context.fontVariationSettings = '"wght" 800'
  context.textAlign = place.align
  context.direction = 'ltr'
  context.fillStyle = WHITE
  context.fillText(drawing.level, isMirrored ? place.x : place.x - layout.level.size * 0.06, layout.level.y)
  const name = canWrite(drawing.name) ? drawing.name : ''
  for (const line of [
    lineOf('name', name || drawing.site, 700),
    lineOf('headline', drawing.headline, 700),
    lineOf('range', drawing.range, 500),
    lineOf('than', drawing.than, 500),
  ])
    drawLine(context, line)
  drawInvitation(context, lineOf('invitation', drawing.invitation, 700), color)
  if (mark) {
    const { start, y, size, width: room } = layout.sign
    const line = { text: drawing.site, y, size, leastSize: Math.round(size * 0.66), color: WHITE, width: room }
    drawSign(context, mark, { ...line, ...place, weight: 700, x: isMirrored ? width - start : start })
  }
  return canvas.toBuffer('image/png')
}
