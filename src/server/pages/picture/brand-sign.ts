import { type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { drawLine, type TextLine } from './text-line.ts'

/**
 * A brand's share of a picture: its color in place of the level's, a cover in place of color and stairs, and its mark.
 * The last two are files.
 */
export type PictureBrand = { background?: string; cover?: string; mark?: string }

/** The pictures that a brand's files hold. */
export type BrandPictures = { cover?: Image; mark?: Image }

const loaded = new Map<string, Promise<Image>>()

function load(file: string): Promise<Image> {
  const picture = loaded.get(file) ?? loadImage(file)
  loaded.set(file, picture)
  return picture
}

export async function loadPictures({ cover, mark }: PictureBrand = {}): Promise<BrandPictures> {
  return { ...(cover && { cover: await load(cover) }), ...(mark && { mark: await load(mark) }) }
}

/** The mark on a white disc, so that it shows on any color, and the name beside it. `line` begins at the disc. */
export function drawSign(context: SKRSContext2D, mark: Image, line: TextLine): void {
  const { x, y, size, align } = line
  const toward = align === 'right' ? -1 : 1
  const middle = { x: x + toward * size, y: y - size * 0.36 }
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.arc(middle.x, middle.y, size, 0, 2 * Math.PI)
  context.fill()
  const edge = size * 1.36
  const scale = edge / Math.max(mark.width, mark.height)
  const [width, height] = [mark.width * scale, mark.height * scale]
  context.drawImage(mark, middle.x - width / 2, middle.y - height / 2, width, height)
  drawLine(context, { ...line, x: x + toward * size * 2.5 })
}
