import type { Question } from '#contract/attempts.ts'

/** An item in the form in which the product's own components take a question. */
export function questionOf(
  item: { question: string; image: string },
  options: string[],
  position: number,
  id: number,
): Question {
  const { question, image } = item
  return { position, question_id: id, kind: image ? 'picture' : 'sentence', question, image, options }
}
