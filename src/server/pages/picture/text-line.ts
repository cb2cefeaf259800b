import type { SKRSContext2D } from '@napi-rs/canvas'
import { familiesFor } from './fonts.ts'

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u
const ELLIPSIS = '…'
const STEP = 4

/** One line of text: shrunk from `size` to `leastSize` pixels as needed, then cut with an ellipsis. */
export type TextLine = {
  text: string
  x: number
  /** The baseline. */
  y: number
  width: number
  size: number
  leastSize: number
  weight: 500 | 700 | 800
  color: string
  align: 'left' | 'right' | 'center'
}

/**
 * The direction of a text is that of its first letter (Unicode Bidirectional Algorithm, P2 and P3), regardless of its
 * surroundings.
 */
function directionOf(text: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
}

/** The longest prefix that fits with an ellipsis, cut between grapheme clusters. */
function cut(context: SKRSContext2D, text: string, width: number): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  for (let length = characters.length - 1; length > 0; length--) {
    const shorter = `${characters.slice(0, length).join('').trimEnd()}${ELLIPSIS}`
    if (context.measureText(shorter).width <= width) return shorter
  }
  return ELLIPSIS
}

/** Sets the fonts that a text needs. */
export function setFont(
  context: SKRSContext2D,
  text: string,
  { size, weight }: Pick<TextLine, 'size' | 'weight'>,
): void {
  const families = familiesFor(text).map((family) => `"${family}"`)
  context.font = `${weight} ${size}px ${families.join(', ')}`
  // `font` alone doesn't change the weight of a variable font.
  context.fontVariationSettings = `"wght" ${weight}`
}

export function drawLine(context: SKRSContext2D, line: TextLine): void {
  const setSize = (size: number) => setFont(context, `${line.text}${ELLIPSIS}`, { ...line, size })
  const doesFit = () => context.measureText(line.text).width <= line.width
  context.direction = directionOf(line.text)
  context.textAlign = line.align
  context.fillStyle = line.color
  let size = line.size
  setSize(size)
  while (!doesFit() && size > line.leastSize) {
    size -= STEP
    setSize(size)
  }
  context.fillText(doesFit() ? line.text : cut(context, line.text, line.width), line.x, line.y)
}
