import { MAX_LEVELS } from '#server/json-bounds.ts'

/** The index of the quote that ends the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

const keyOf = (path: readonly (string | number)[]) => path.join('\0')

/**
 * The line on which a value of a JSON list begins, by its path; where a path leads nowhere, that of the last value on
 * it. The text must be JSON.
 */
export function findLines(json: string, paths: readonly (readonly string[])[]): number[] {
  const lines = new Map<string, number>()
  const wanted = new Set(paths.flatMap((path) => path.map((_, index) => keyOf(path.slice(0, index + 1)))))
  const entries = new Set(paths.map(([entry]) => entry))
  const path: (string | number)[] = []
  let line = 1
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at] as string
    const last = path.length - 1
    if (sign === '\n') line++
    else if (sign === '}' || sign === ']') {
      path.pop()
      isName = false
    } else if (sign === ',') {
      if (typeof path[last] === 'number') path[last] += 1
      else isName = true
    } else if (sign === '"' && isName) {
      const end = endOfString(json, at)
      path[last] = JSON.parse(json.slice(at, end + 1))
      isName = false
      at = end
    } else if (!/[\s:]/.test(sign)) {
      const key = path.length <= MAX_LEVELS && entries.has(String(path[0])) ? keyOf(path) : ''
      if (wanted.has(key) && !lines.has(key)) lines.set(key, line)
      if (sign === '"') at = endOfString(json, at)
      if (sign === '[') path.push(0)
      if (sign === '{') path.push('')
      isName = sign === '{'
    }
  }
  return paths.map((place) => {
    const known = place.map((_, index) => lines.get(keyOf(place.slice(0, index + 1))))
    return known.findLast((one) => one !== undefined) ?? 1
  })
}

/**
 * Why a text is no JSON, in JSON's own words. They leave out the line of a sign that fits nowhere: the shortest
 * beginning with that fault ends with it.
 */
export function withLine({ message }: Error, json: string): string {
  const isMisfit = (words: string) => words.endsWith('is not valid JSON')
  if (!isMisfit(message)) return message
  const hasMisfit = (length: number) => {
    try {
      JSON.parse(json.slice(0, length))
      return false
    } catch (error) {
      return isMisfit((error as Error).message)
    }
  }
  let [before, after] = [0, json.length]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (hasMisfit(middle)) after = middle
    else before = middle
  }
  return `${message} (line ${json.slice(0, after).split('\n').length})`
}
