import { createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import { LEVELS, type Level } from '#quiz/constants.ts'
import type { Language } from '#quiz/languages.ts'
import { REPORT_PICTURE_SIZE, type ReportPictureTexts, STORY_PICTURE_SIZE } from '#web/report/picture-words.ts'
import { PALETTES } from '../../brand/colors.ts'
import { drawSign, type PictureBrand } from './brand-sign.ts'
import { drawBubble } from './bubble.ts'
import { canWrite } from './fonts.ts'
import { drawLine, setFont, type TextLine } from './text-line.ts'

/** All the data in a report's picture. Equal drawings produce equal pictures. */
export type Drawing = ReportPictureTexts & {
  level: Level
  language: Language
  /** The address of the test, without the protocol. */
  address: string
  direction: 'ltr' | 'rtl'
  /** For link previews, or for stories on phones. */
  format: 'link' | 'story'
  brand?: PictureBrand
}

const WHITE = '#ffffff'

/** The languages with letters on the other steps. */
const SPEAKERS: Language[] = ['english', 'french', 'spanish', 'german', 'korean', 'japanese']

type Layout = {
  width: number
  height: number
  edge: number
  /** The stairs: their start and width, and the height of the lowest and highest step, all in pixels. */
  stairs: { left: number; width: number; low: number; high: number }
  /** The brand's sign at the top: its top edge and height. */
  sign: { y: number; size: number }
  /** The size of the level's letters and their baseline. */
  level: { size: number; y: number }
  lines: Record<'name' | 'headline' | 'levelTitle' | 'than', { y: number; size: number }>
  /** The space for the lines, which ends at the stairs. */
  textWidth: number
  /** The white pill, which must not overlap the stairs. */
  invitation: { y: number; size: number; width: number }
}

const LAYOUTS: Record<Drawing['format'], Layout> = {
  link: {
    ...REPORT_PICTURE_SIZE,
    edge: 64,
    stairs: { left: 648, width: 540, low: 84, high: 450 },
    sign: { y: 44, size: 64 },
    level: { size: 252, y: 372 },
    lines: {
      name: { y: 170, size: 44 },
      headline: { y: 432, size: 44 },
      levelTitle: { y: 474, size: 30 },
      than: { y: 512, size: 26 },
    },
    textWidth: 560,
    invitation: { y: 583, size: 30, width: 560 },
  },
  story: {
    ...STORY_PICTURE_SIZE,
    edge: 84,
    stairs: { left: 12, width: 1056, low: 250, high: 560 },
    sign: { y: 268, size: 104 },
    level: { size: 560, y: 912 },
    lines: {
      name: { y: 474, size: 76 },
      headline: { y: 1016, size: 76 },
      levelTitle: { y: 1080, size: 48 },
      than: { y: 1138, size: 42 },
    },
    textWidth: 912,
    invitation: { y: 1262, size: 46, width: 620 },
  },
}

const GAP = 12

/** The six levels as a staircase, lit up to the person's level, each with a letter; the one at that level is white. */
function drawStairs(
  context: SKRSContext2D,
  { level, language, direction }: Drawing,
  { width, height, stairs }: Layout,
  color: string,
): void {
  const reached = LEVELS.indexOf(level)
  const letters = SPEAKERS.filter((speaker) => speaker !== language).toSpliced(reached, 0, language)
  const step = (stairs.width - GAP * (LEVELS.length - 1)) / LEVELS.length
  LEVELS.forEach((_, index) => {
    const rise = stairs.low + ((stairs.high - stairs.low) * index) / (LEVELS.length - 1)
    const start = stairs.left + index * (step + GAP)
    const left = direction === 'rtl' ? width - start - step : start
    context.fillStyle = `rgb(255 255 255 / ${index <= reached ? 20 : 9}%)`
    context.beginPath()
    context.roundRect(left, height - rise, step, rise + 40, step / 4)
    context.fill()
    const [x, y] = [left + step / 2, height - rise - step * 0.55]
    drawBubble(context, x, y, step * 0.86, letters[index] as Language, index === reached, color)
  })
}

/** The letters of the level, with their ink flush with the edge. */
function drawLevel(
  context: SKRSContext2D,
  level: Level,
  { size, y }: Layout['level'],
  { x, align }: Pick<TextLine, 'x' | 'align'>,
): void {
  setFont(context, level, { size, weight: 800 })
  context.textAlign = 'left'
  context.direction = 'ltr'
  context.fillStyle = WHITE
  const { actualBoundingBoxLeft: before, actualBoundingBoxRight: after } = context.measureText(level)
  context.fillText(level, align === 'right' ? x - after : x + before, y)
}

/** The invitation in a white pill. `width` is the pill's. */
function drawInvitation(context: SKRSContext2D, line: TextLine, color: string): void {
  const { x, y, size, align } = line
  const inset = size * 0.9
  const inner = { ...line, x: align === 'right' ? x - inset : x + inset, width: line.width - 2 * inset, color }
  // Draw the text to measure it, because it may shrink; then draw the pill, then the text again.
  drawLine(context, inner)
  const width = Math.min(context.measureText(line.text).width, inner.width) + 2 * inset
  context.fillStyle = WHITE
  context.beginPath()
  context.roundRect(align === 'right' ? x - width : x, y - size * 1.35, width, size * 2.05, size * 1.1)
  context.fill()
  drawLine(context, inner)
}

/** Draws a report's picture as PNG. Omits a name that the fonts can't render rather than draw boxes. */
export function drawPicture(drawing: Drawing, logo?: Image | null): Buffer {
  const layout = LAYOUTS[drawing.format]
  const { width, height, edge, lines, textWidth, invitation, sign } = layout
  const isMirrored = drawing.direction === 'rtl'
  const color = PALETTES.light[drawing.level.toLowerCase()] as string
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  drawStairs(context, drawing, layout, color)
  const place = isMirrored ? { x: width - edge, align: 'right' as const } : { x: edge, align: 'left' as const }
  const { site, address } = drawing
  drawSign(context, { ...place, ...sign, site, address, color, width: textWidth - sign.size * 1.25 }, logo)
  drawLevel(context, drawing.level, layout.level, place)
  const inkOf = (size: number, weight: TextLine['weight']) => ({
    size,
    leastSize: Math.round(size * 0.6),
    weight,
    color: WHITE,
    ...place,
  })
  const draw = (name: keyof Layout['lines'], text: string, weight: TextLine['weight']) =>
    drawLine(context, { ...inkOf(lines[name].size, weight), text, y: lines[name].y, width: textWidth })
  if (canWrite(drawing.name)) draw('name', drawing.name, 700)
  draw('headline', drawing.headline, 700)
  draw('levelTitle', drawing.levelTitle, 700)
  draw('than', drawing.than, 500)
  drawInvitation(context, { ...inkOf(invitation.size, 700), ...invitation, text: drawing.invitation }, color)
  return canvas.toBuffer('image/png')
}
