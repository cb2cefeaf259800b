import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawing } from '#harness/drawing.ts'
import { HANG_MS } from '#harness/time-limit.ts'
import { Overloaded } from '../../http/http-error.ts'
import { Painter } from './painter.ts'

let painter: Painter
beforeEach(() => {
  painter = new Painter({ timeoutMs: HANG_MS })
})
afterEach(() => painter.stop())

describe('the drawing process', () => {
  it('draws a PNG of 1200 x 630, with one process for all', async () => {
    const [one, other] = await Promise.all([painter.draw(drawing), painter.draw({ ...drawing, level: 'C1' })])
    const { pid } = painter
    const { format, width, height } = await sharp(one).metadata()
    expect([format, width, height]).toEqual(['png', 1200, 630])
    expect(one.equals(other)).toBe(false)
    expect((await painter.draw(drawing)).equals(one)).toBe(true)
    expect(painter.pid).toBe(pid)
  })

  it('fails only the current picture if it crashes; the next process draws the waiting ones', async () => {
    await painter.draw(drawing)
    const { pid } = painter
    const outcomes = Promise.allSettled([painter.draw(drawing), painter.draw(drawing)])
    process.kill(pid as number, 'SIGSEGV')
    const [atHand, waiting] = await outcomes
    expect(atHand).toMatchObject({ status: 'rejected', reason: { message: 'The drawing process died (SIGSEGV).' } })
    expect(waiting.status).toBe('fulfilled')
    expect(painter.pid).not.toBe(pid)
  })

  it('is replaced if it dies between two pictures', async () => {
    await painter.draw(drawing)
    const { pid } = painter
    process.kill(pid as number, 'SIGKILL')
    await expect.poll(() => painter.pid).toBeUndefined()
    expect(await painter.draw(drawing)).toBeInstanceOf(Buffer)
  })

  it('is killed and replaced if it hangs', async () => {
    await painter.draw(drawing)
    const { pid } = painter
    process.kill(pid as number, 'SIGSTOP')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hung = expect(painter.draw(drawing)).rejects.toThrow(`The picture took longer than ${HANG_MS} ms.`)
    vi.advanceTimersByTime(HANG_MS)
    vi.useRealTimers()
    await hung
    const isThere = () =>
      execFileSync('ps', ['-A', '-o', 'pid=,stat='])
        .toString()
        .match(new RegExp(`^ *${pid} +[^Z]`, 'm'))
    await expect.poll(isThere).toBeNull()
    expect(await painter.draw(drawing)).toBeInstanceOf(Buffer)
  })

  it('reports failures, and continues', async () => {
    await expect(painter.draw({ ...drawing, name: 7 as unknown as string })).rejects.toThrow('not iterable')
    expect(await painter.draw(drawing)).toBeInstanceOf(Buffer)
  })

  it('queues at most 20', async () => {
    const draw = () => painter.admit(() => painter.draw(drawing))
    const outcomes = await Promise.allSettled(Array.from({ length: 22 }, draw))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(outcomes[21]).toMatchObject({ reason: new Overloaded() })
  })

  it.runIf(process.platform === 'linux')('doesn’t get any of the server’s settings', async () => {
    await painter.draw(drawing)
    const environment = await readFile(`/proc/${painter.pid}/environ`, 'utf8')
    expect(environment.split('\0').filter((line) => line && !line.startsWith('NODE_CHANNEL_'))).toEqual([])
  })
})
