import { urls } from './urls.ts'

/** The addresses of the review, apart from the others: the landing loads those, and should stay small. */
export const reviewUrls = {
  /** What the owner of a finished assessment may see of it, signed in. */
  review: (id: string) => `${urls.assessment(id)}/review`,
  itemReport: (id: string, position: number | string) => `${urls.assessment(id)}/items/${position}/report`,
} as const
