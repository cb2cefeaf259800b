import { describe, expect, it } from 'vitest'
import { readLanguageBank } from '../check/language-bank.ts'
import { previewOf } from './entries.ts'

const { items } = readLanguageBank('french')

describe('the preview of a bank', () => {
  it("has the point's name, shuffled options, and readings of each item, starting at the requested one", () => {
    const { start, entries } = previewOf({ language: 'french', level: 'C1', item: 137 }, () => 0.5)
    expect(start).toBe(137)
    expect(entries.map(({ item }) => item.id)).toEqual(items.filter(({ level }) => level === 'C1').map(({ id }) => id))
    const entry = entries.find(({ item }) => item.id === 137)
    expect(entry?.item).toEqual(items[136])
    expect(entry?.pointName).not.toBe(entry?.item.point)
    expect(entry?.reading).toMatch(/^(Confirmed|Not confirmed) by |^Nobody has read/)
    const shown = [...(items[136]?.correct ?? []), ...(items[136]?.incorrect ?? [])]
    expect(entry?.options).not.toEqual(shown)
    expect(entry?.options.toSorted()).toEqual(shown.toSorted())
  })

  it('rejects an item outside the level', () => {
    expect(() => previewOf({ language: 'french', level: 'B1', item: 137 }, () => 0.5)).toThrow(
      'no item 137 in level B1 of the french bank',
    )
  })
})
