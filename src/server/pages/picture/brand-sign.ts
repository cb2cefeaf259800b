import { type Image, loadImage, Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { drawLine, type TextLine } from './text-line.ts'

/** The brand in a picture: the path of its PNG logo, or null for its name alone. */
export type PictureBrand = { logo: string | null }

const loaded = new Map<string, Promise<Image>>()

/** The logo; null for a brand without one, undefined without a brand. */
export async function loadLogo(brand: PictureBrand | undefined): Promise<Image | null | undefined> {
  if (!brand?.logo) return brand && null
  const picture = loaded.get(brand.logo) ?? loadImage(brand.logo)
  loaded.set(brand.logo, picture)
  return picture
}

const WHITE = '#ffffff'

/** The product's own sign, as in public/icons/icon.svg, in a box of 32. */
const OWN = {
  bubble:
    'M9.5 27C7.6 29.4 5 31 2 31.5c1.2-1.6 1.7-3.3 1.5-5.3C1.2 23.8.5 20.3.5 14.5.5 4.5 4.5.5 16 .5s15.5 4 15.5 14S27.5 27.5 16 27.5c-2.4 0-4.6-.2-6.5-.5z',
  bars: 'M10 16v4M16 12v8M22 8v12',
}

type Box = { left: number; top: number; size: number }

function drawOwn(context: SKRSContext2D, { left, top, size }: Box, color: string): void {
  context.save()
  context.translate(left, top)
  context.scale(size / 32, size / 32)
  context.fillStyle = WHITE
  context.fill(new Path2D(OWN.bubble))
  context.strokeStyle = color
  context.lineWidth = 4
  context.lineCap = 'round'
  context.stroke(new Path2D(OWN.bars))
  context.restore()
}

/** A brand's logo is on a white disc, so it's visible on any color. */
function drawLogo(context: SKRSContext2D, { left, top, size }: Box, logo: Image): void {
  const radius = size / 2
  context.fillStyle = WHITE
  context.beginPath()
  context.arc(left + radius, top + radius, radius, 0, 2 * Math.PI)
  context.fill()
  const scale = (size * 0.68) / Math.max(logo.width, logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  context.drawImage(logo, left + radius - width / 2, top + radius - height / 2, width, height)
}

export type Sign = Pick<TextLine, 'x' | 'align'> & {
  /** The sign's height and top edge. */
  size: number
  y: number
  /** The width of the lines next to it. */
  width: number
  site: string
  address: string
  /** The color of the bars in the product's own sign. */
  color: string
}

/** The source of the picture: the sign, with name and address next to it. */
export function drawSign(context: SKRSContext2D, sign: Sign, logo: Image | null | undefined): void {
  const { x, y, size, align, width, site, address, color } = sign
  const box = { left: align === 'right' ? x - size : x, top: y, size }
  if (logo) drawLogo(context, box, logo)
  else if (logo === undefined) drawOwn(context, box, color)
  const common = { x: x + (align === 'right' ? -1 : 1) * (logo === null ? 0 : size * 1.25), align, width, color: WHITE }
  const line = (text: string, part: number, baseline: number, weight: TextLine['weight']) => {
    const height = Math.round(size * part)
    drawLine(context, {
      ...common,
      text,
      y: y + size * baseline,
      size: height,
      leastSize: Math.round(height * 0.6),
      weight,
    })
  }
  line(site, 0.44, 0.42, 700)
  line(address, 0.35, 0.88, 500)
}
