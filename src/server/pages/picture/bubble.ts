import { readFileSync } from 'node:fs'
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { Language } from '#quiz/languages.ts'
import { ROOT } from '../../files.ts'

const SPRITE = readFileSync(new URL('public/image/bubbles.svg', ROOT), 'utf8')

/** An outline of the sprite, and whether it's also drawn as a thick line. */
function outlineOf(id: string): { path: Path2D; stroke: number } {
  const [tag = ''] = SPRITE.match(new RegExp(`<path id="${id}"[^>]*>`)) ?? []
  const [, path = ''] = tag.match(/ d="([^"]+)"/) ?? []
  return { path: new Path2D(path), stroke: Number(tag.match(/stroke-width="([\d.]+)"/)?.[1] ?? 0) }
}

const WHITE = '#ffffff'

/** A speech bubble with a letter of the language; the bubble at the person's level is white. */
export function drawBubble(
  context: SKRSContext2D,
  x: number,
  y: number,
  size: number,
  letter: Language,
  isReached: boolean,
  color: string,
) {
  const bubble = outlineOf('bubble')
  const { path, stroke } = outlineOf(letter)
  context.save()
  context.translate(x, y)
  context.scale(size / 118, size / 118)
  context.fillStyle = isReached ? WHITE : 'rgb(255 255 255 / 20%)'
  context.fill(bubble.path)
  context.scale(0.66, 0.66)
  context.fillStyle = isReached ? color : WHITE
  context.strokeStyle = context.fillStyle
  context.fill(path)
  if (stroke > 0) {
    context.lineWidth = stroke
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.stroke(path)
  }
  context.restore()
}
