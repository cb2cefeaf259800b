import { describe, expect, it } from 'vitest'
import { Cache } from './cache.ts'

/** Loads the given results in turn, each with a TTL of 100 ms unless it says otherwise. */
function loader(results: (number | Error | { value: number; ttlMs: number })[]) {
  let loads = 0
  const load = async () => {
    const result = results[loads++] as (typeof results)[number]
    if (result instanceof Error) throw result
    return typeof result === 'number' ? { value: result, ttlMs: 100 } : result
  }
  return { load, loads: () => loads }
}

describe('a cache', () => {
  it('loads once for concurrent callers, and again after the TTL', async () => {
    let time = 0
    const { load, loads } = loader([1, 2])
    const cache = new Cache<number>({ maxEntries: 1, now: () => time })
    expect(await Promise.all([cache.get('a', load), cache.get('a', load)])).toEqual([1, 1])
    time = 99
    expect(await cache.get('a', load)).toBe(1)
    time = 100
    expect(await cache.get('a', load)).toBe(2)
    expect(loads()).toBe(2)
  })

  it('keeps neither a failure nor a value with a TTL of zero', async () => {
    const { load } = loader([new Error('down'), { value: 0, ttlMs: 0 }, 5])
    const cache = new Cache<number>({ maxEntries: 1 })
    await expect(cache.get('a', load)).rejects.toThrow('down')
    expect(await cache.get('a', load)).toBe(0)
    expect(await cache.get('a', load)).toBe(5)
    expect(await cache.get('a', load)).toBe(5)
  })

  it('loads again after a load that throws at once', async () => {
    const cache = new Cache<number>({ maxEntries: 1 })
    const throws = () => {
      throw new Error('at once')
    }
    await expect(cache.get('a', throws)).rejects.toThrow('at once')
    expect(await cache.get('a', loader([1]).load)).toBe(1)
  })

  it('evicts the least recently used key', async () => {
    const cache = new Cache<number>({ maxEntries: 2 })
    await cache.get('a', loader([1]).load)
    await cache.get('b', loader([2]).load)
    await cache.get('a', loader([-1]).load)
    await cache.get('c', loader([3]).load)
    expect(await cache.get('a', loader([-1]).load)).toBe(1)
    expect(await cache.get('b', loader([20]).load)).toBe(20)
  })

  it('refreshes in the background before the TTL ends, and survives a failed refresh until then', async () => {
    let time = 0
    const { load, loads } = loader([1, new Error('down'), 2])
    const cache = new Cache<number>({ maxEntries: 1, refreshAfter: 0.5, now: () => time })
    await cache.get('a', load)
    time = 50
    expect(await cache.get('a', load)).toBe(1)
    expect(loads()).toBe(2)
    time = 99
    expect(await cache.get('a', load)).toBe(1)
    await expect.poll(() => cache.get('a', load)).toBe(2)
  })

  it('does not retry a failed load too soon', async () => {
    let time = 0
    const { load, loads } = loader([new Error('down'), 1])
    const cache = new Cache<number>({ maxEntries: 1, retryAfterMs: 10, now: () => time })
    await expect(cache.get('a', load)).rejects.toThrow('down')
    time = 9
    await expect(cache.get('a', load)).rejects.toThrow('down')
    expect(loads()).toBe(1)
    time = 10
    expect(await cache.get('a', load)).toBe(1)
  })

  it('drops the result of a load whose key was deleted meanwhile', async () => {
    const cache = new Cache<number>({ maxEntries: 1 })
    const first = cache.get('a', loader([1]).load)
    cache.delete('a')
    expect(await first).toBe(1)
    expect(await cache.get('a', loader([2]).load)).toBe(2)
  })
})
