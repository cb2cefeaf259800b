import type { Item } from './bank.ts'

/** The area of a question. */
export const AREAS = ['vocabulary', 'grammar'] as const

export type Area = (typeof AREAS)[number]

/** Pictures test words; the points of sentences are V1, V2, … and G1, G2, … (data/points). */
export function areaOf({ image, point }: Pick<Item, 'image' | 'point'>): Area {
  return image === '' && point.startsWith('G') ? 'grammar' : 'vocabulary'
}
