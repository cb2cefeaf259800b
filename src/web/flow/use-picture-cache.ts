import { useEffect } from 'react'
import type { Question } from '#contract/assessments.ts'
import { urls } from '#contract/urls.ts'

/** Loads and decodes the round's pictures ahead, so that each stands on screen with its question. */
export function usePictureCache(questions: readonly Question[]): void {
  useEffect(() => {
    for (const { image } of questions) {
      if (!image) continue
      const picture = new Image()
      picture.srcset = `${urls.picture(image)} 1x, ${urls.pictureTwice(image)} 2x`
      picture.decode().catch(() => undefined)
    }
  }, [questions])
}
