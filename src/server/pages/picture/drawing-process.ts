/** The process in which pictures are drawn, apart from the server: what native code does to it, it does to itself alone. */
import { drawPicture } from './draw-picture.ts'
import type { Drawing } from './drawing.ts'
import type { Drawn } from './painter.ts'

process.on('disconnect', () => process.exit())
process.on('message', (drawing: Drawing) => {
  let drawn: Drawn
  try {
    drawn = { png: drawPicture(drawing) }
  } catch (error) {
    drawn = { failure: error instanceof Error ? error.message : String(error) }
  }
  process.send?.(drawn)
})
