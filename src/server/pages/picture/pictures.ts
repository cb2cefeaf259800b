import { createHash } from 'node:crypto'
import type { Drawing } from './drawing.ts'

export type Picture = { png: Buffer; etag: string }

/** About 80 kB each. */
const MOST_KEPT = 200
/** A picture that could not be drawn is left alone for this long, so that one that fails always does not keep the others waiting. */
const PAUSE_MS = 10_000

/**
 * Keeps the pictures drawn last. The key is all that a picture shows, so that a new nickname gives a new picture; who asks while it is being
 * drawn gets the same.
 */
export function keepPictures(draw: (drawing: Drawing) => Promise<Buffer>): (drawing: Drawing) => Promise<Picture> {
  const kept = new Map<string, Promise<Picture>>()

  async function paint(drawing: Drawing): Promise<Picture> {
    const png = await draw(drawing)
    return { png, etag: `"${createHash('sha256').update(png).digest('base64url')}"` }
  }

  return (drawing) => {
    const key = JSON.stringify(drawing)
    const picture = kept.get(key) ?? paint(drawing)
    // Moved to the end: the first of the map is the one that nobody has asked for longest.
    if (!kept.delete(key)) picture.catch(() => setTimeout(() => kept.delete(key), PAUSE_MS).unref())
    kept.set(key, picture)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return picture
  }
}
