import { createHash } from 'node:crypto'
import { Cache } from '../../cache.ts'
import type { Drawing } from './drawing.ts'

export type Picture = { png: Buffer; etag: string }

/** About 80 kB each. */
const MAX_CACHED = 200
/** A picture that could not be drawn is not tried again for this long, so that one that always fails does not hold up the others. */
const RETRY_AFTER_MS = 10_000

/** Caches the pictures drawn last. The key is everything that a picture shows, so that a new nickname gives a new picture. */
export function cachePictures(draw: (drawing: Drawing) => Promise<Buffer>): (drawing: Drawing) => Promise<Picture> {
  const pictures = new Cache<Picture>({ maxEntries: MAX_CACHED, retryAfterMs: RETRY_AFTER_MS })
  return (drawing) =>
    pictures.get(JSON.stringify(drawing), async () => {
      const png = await draw(drawing)
      const etag = `"${createHash('sha256').update(png).digest('base64url')}"`
      return { value: { png, etag }, ttlMs: Number.POSITIVE_INFINITY }
    })
}
