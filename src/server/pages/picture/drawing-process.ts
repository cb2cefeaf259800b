/** Draws pictures in a separate process: a crash in native code must not take down the server. */

import { loadLogo } from './brand-sign.ts'
import { type Drawing, drawPicture } from './draw-picture.ts'
import type { Drawn } from './painter.ts'

process.on('disconnect', () => process.exit())
process.on('message', async (drawing: Drawing) => {
  let drawn: Drawn
  try {
    drawn = { png: drawPicture(drawing, await loadLogo(drawing.brand)) }
  } catch (error) {
    drawn = { failure: error instanceof Error ? error.message : String(error) }
  }
  process.send?.(drawn)
})
