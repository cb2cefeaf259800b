/** Shorter names are near too many others. */
const SHORTEST_MISSPELLED = 8
const MOST_EDITS = 2

/**
 * How many letters have to be added, removed or replaced to make one name of the other; counts no further than
 * MOST_EDITS.
 */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 0; at < other.length; at++)
      next.push(
        Math.min(
          (row[at + 1] as number) + 1,
          (next[at] as number) + 1,
          (row[at] as number) + Number(letter !== other[at]),
        ),
      )
    row = next
    if (Math.min(...row) > MOST_EDITS) break
  }
  return row.at(-1) as number
}

const isNear = (name: string, ours: string) =>
  name.toUpperCase() === ours ||
  (Math.min(name.length, ours.length) >= SHORTEST_MISSPELLED &&
    Math.abs(name.length - ours.length) <= MOST_EDITS &&
    editsBetween(name, ours) <= MOST_EDITS)

/**
 * The name of ours that somebody meant who wrote `name`, if it is none but looks like one: a misspelled setting would
 * silently keep its default.
 */
export function meantName(name: string, ours: readonly string[]): string | undefined {
  return ours.includes(name) ? undefined : ours.find((one) => isNear(name, one))
}
