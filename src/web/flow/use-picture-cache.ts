import { useEffect } from 'react'
import type { Assessment, Question } from '#contract/assessments.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'

const AT_A_TIME = 2

/** Loaded pictures are kept here: an image that is held is shown at once, without a look into the disk cache. */
const held = new Map<string, HTMLImageElement>()

function load(key: string, priority: 'high' | 'low'): Promise<void> {
  if (held.has(key)) return Promise.resolve()
  const picture = new Image()
  held.set(key, picture)
  picture.fetchPriority = priority
  picture.srcset = `${urls.picture(key)} 1x, ${urls.pictureTwice(key)} 2x`
  return picture.decode().catch(() => {
    held.delete(key)
  })
}

async function loadInTurn(keys: readonly string[], isStopped: () => boolean): Promise<void> {
  for (let first = 0; first < keys.length && !isStopped(); first += AT_A_TIME)
    await Promise.all(keys.slice(first, first + AT_A_TIME).map((key) => load(key, 'low')))
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

function loadRound(questions: readonly Question[]): void {
  for (const { image } of questions) if (image) void load(image, 'high')
}

/**
 * Loads pictures ahead, so that each stands on screen with its question. The next round is never known ahead: so the pictures of every level that
 * could follow are fetched quietly, those of A2 during the first round (which is B1), those of A1 once pictures appear.
 */
export function usePictureCache({ questions }: Assessment, pictures: QuizPageState['pictures']): void {
  const isFirstRound = questions[0]?.position === 1
  const hasPictures = questions.some(({ image }) => image)
  useEffect(() => loadRound(questions), [questions])
  useEffect(() => {
    let isStopped = false
    const wanted = [...(isFirstRound || hasPictures ? pictures.A2 : []), ...(hasPictures ? pictures.A1 : [])]
    if (!savesData()) void loadInTurn(wanted, () => isStopped)
    return () => {
      isStopped = true
    }
  }, [isFirstRound, hasPictures, pictures])
}
