import { describe, expect, it } from 'vitest'
import { drawing } from '#harness/drawing.ts'
import type { Drawing } from './draw-picture.ts'
import { cachePictures } from './painter.ts'

const drawingOf = (name: string) => ({ ...drawing, name })

/** Records the names drawn; each picture is just the name. */
function counted(fails = false) {
  const drawn: string[] = []
  const cached = cachePictures(async ({ name, level, direction }) => {
    drawn.push(name)
    if (fails) throw new Error('no')
    return Buffer.from(name + level + direction)
  })
  const pictureOf = (drawing: Drawing, admit = <Result>(draw: () => Promise<Result>) => draw()) =>
    cached(drawing, admit)
  return { drawn, pictureOf }
}

describe('pictures', () => {
  it('are drawn once for the same content, even if requested at the same time', async () => {
    const { drawn, pictureOf } = counted()
    const [one, other] = await Promise.all([pictureOf(drawingOf('Lena')), pictureOf(drawingOf('Lena'))])
    expect(one).toBe(other)
    expect(await pictureOf(drawingOf('Lena'))).toBe(one)
    expect(drawn).toEqual(['Lena'])
  })

  it("need admission only if they have to be drawn, and a refusal isn't cached", async () => {
    const { drawn, pictureOf } = counted()
    const refuse = () => Promise.reject(new Error('full'))
    await expect(pictureOf(drawingOf('Lena'), refuse)).rejects.toThrow('full')
    const picture = await pictureOf(drawingOf('Lena'))
    expect(await pictureOf(drawingOf('Lena'), refuse)).toBe(picture)
    expect(drawn).toEqual(['Lena'])
  })

  it('differ for another name, level or direction', async () => {
    const { pictureOf } = counted()
    const drawings: Drawing[] = [
      drawingOf('Lena'),
      drawingOf('Omar'),
      { ...drawingOf('Lena'), level: 'C1' },
      { ...drawingOf('Lena'), direction: 'rtl' },
    ]
    const etags = await Promise.all(drawings.map(async (drawing) => (await pictureOf(drawing)).etag))
    expect(new Set(etags).size).toBe(4)
  })

  it('are cached up to a number, evicting the least recently used', async () => {
    const { drawn, pictureOf } = counted()
    for (let number = 0; number < 200; number++) await pictureOf(drawingOf(String(number)))
    await pictureOf(drawingOf('0'))
    await pictureOf(drawingOf('new'))
    await pictureOf(drawingOf('0'))
    expect(drawn).toHaveLength(201)
    await pictureOf(drawingOf('1'))
    expect(drawn).toHaveLength(202)
  })

  it("that fail aren't retried for a while", async () => {
    const { drawn, pictureOf } = counted(true)
    await expect(pictureOf(drawingOf('Lena'))).rejects.toThrow('no')
    await expect(pictureOf(drawingOf('Lena'))).rejects.toThrow('no')
    expect(drawn).toEqual(['Lena'])
  })
})
