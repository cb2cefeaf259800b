import { describe, expect, it } from 'vitest'
import { reasonFor } from './recommend-teachers.ts'

describe('the reason to recommend a teacher', () => {
  const facts = { recording_permission: false, levels: ['B2' as const, 'C1' as const] }

  it.each([
    ['B2', 'teachers.reason.B'],
    ['C1', 'teachers.reason.C'],
    ['B1', undefined],
  ] as const)('at %s is %s', (level, key) => {
    expect(reasonFor(level, facts)).toBe(key)
  })

  it('is missing when a marketplace sends no levels', () => {
    expect(reasonFor('B2', { recording_permission: false })).toBeUndefined()
  })
})
