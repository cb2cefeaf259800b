/**
 * Whether the chosen options are exactly the right ones, in count and content, in any order (Specification §5).
 * The empty choice is "I don't know" and always wrong.
 */
export function isCorrectChoice(choice: readonly string[], correct: readonly string[]): boolean {
  if (choice.length === 0 || choice.length !== correct.length) return false
  const expected = [...correct].sort()
  return [...choice].sort().every((option, index) => option === expected[index])
}
