import { createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { REPORT_PICTURE_SIZE, type ReportPictureTexts } from '#web/report/report-texts.ts'
import { BADGE } from '#web/result/level-badge-shape.ts'
import { canWrite } from './fonts.ts'
import { drawLine, type TextLine } from './text-line.ts'

/** Everything that a report's picture shows. Equal drawings make equal pictures. */
export type Drawing = ReportPictureTexts & {
  level: Level
  direction: 'ltr' | 'rtl'
}

const { width: WIDTH, height: HEIGHT } = REPORT_PICTURE_SIZE

/** The light tokens of src/web/ui/base.css. */
export const COLORS = { paper: '#f7f5ef', surface: '#ffffff', ink: '#1d2233', soft: '#575d70', accent: '#2c4bd8' }
export const LEVEL_COLORS: Record<Level, string> = {
  A1: '#3f8f4f',
  A2: '#16857a',
  B1: '#1f77b8',
  B2: '#3f5bd0',
  C1: '#7546c0',
  C2: '#a83a8d',
}

const PANEL = 420
const BADGE_SIZE = 330
const EDGE = 60

function drawBadge(context: SKRSContext2D, level: Level, left: number, top: number): void {
  const { size, center, halo, arc, degreesOfArc, face, baseline } = BADGE
  const steps = LEVELS.indexOf(level) + 1
  const color = LEVEL_COLORS[level]
  const disc = (radius: number) => {
    context.beginPath()
    context.arc(center, center, radius, 0, 2 * Math.PI)
    context.fill()
  }
  context.save()
  context.translate(left, top)
  context.scale(BADGE_SIZE / size, BADGE_SIZE / size)
  context.fillStyle = color
  context.strokeStyle = color
  context.globalAlpha = halo.opacity
  disc(halo.radius)
  context.lineWidth = 8
  context.lineCap = 'round'
  context.setLineDash([54, 200])
  context.lineDashOffset = -7
  LEVELS.forEach((_, index) => {
    context.save()
    context.translate(center, center)
    context.rotate((index * degreesOfArc * Math.PI) / 180)
    context.translate(-center, -center)
    context.globalAlpha = index < steps ? 1 : 0.25
    context.stroke(new Path2D(arc))
    context.restore()
  })
  context.globalAlpha = 1
  disc(face.radius)
  const letters = { text: level, x: center, y: baseline, width: size, size: 46, leastSize: 46 }
  drawLine(context, { ...letters, weight: 800, color: COLORS.surface, align: 'center' })
  context.restore()
}

function drawGround(context: SKRSContext2D, level: Level, panelLeft: number): void {
  context.fillStyle = COLORS.surface
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = COLORS.paper
  context.fillRect(panelLeft, 0, PANEL, HEIGHT)
  context.fillStyle = LEVEL_COLORS[level]
  context.fillRect(0, HEIGHT - 16, WIDTH, 16)
}

/** The lines from top to bottom. Without a name, the others move up. */
function linesOf({ name, headline, levelTitle, than, site, level }: Drawing, line: Pick<TextLine, 'x' | 'align'>) {
  const width = WIDTH - PANEL - 2 * EDGE
  const up = name ? 0 : 60
  const { ink, soft, accent } = COLORS
  const lines: TextLine[] = [
    { text: name, y: 185, size: 76, leastSize: 48, weight: 700, color: ink, width, ...line },
    { text: headline, y: 295 - up, size: 64, leastSize: 40, weight: 700, color: LEVEL_COLORS[level], width, ...line },
    { text: levelTitle, y: 370 - up, size: 44, leastSize: 32, weight: 500, color: soft, width, ...line },
    { text: than, y: 435 - up, size: 40, leastSize: 28, weight: 500, color: soft, width, ...line },
    { text: site, y: 555, size: 36, leastSize: 28, weight: 700, color: accent, width, ...line },
  ]
  return lines.filter(({ text }) => text)
}

/** Draws a report's picture as PNG. Leaves out a name that the fonts cannot write, rather than draw boxes. */
export function drawPicture(drawing: Drawing): Buffer {
  const { level, direction } = drawing
  const isMirrored = direction === 'rtl'
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  const panelLeft = isMirrored ? WIDTH - PANEL : 0
  drawGround(context, level, panelLeft)
  drawBadge(context, level, panelLeft + (PANEL - BADGE_SIZE) / 2, (HEIGHT - 16 - BADGE_SIZE) / 2)
  const place = isMirrored
    ? { x: WIDTH - PANEL - EDGE, align: 'right' as const }
    : { x: PANEL + EDGE, align: 'left' as const }
  const name = canWrite(drawing.name) ? drawing.name : ''
  for (const line of linesOf({ ...drawing, name }, place)) drawLine(context, line)
  return canvas.toBuffer('image/png')
}
