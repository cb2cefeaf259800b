import { readFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawing } from '#harness/drawing.ts'
import { LEVELS } from '#quiz/constants.ts'
import { ROOT } from '../../files.ts'
import { type Drawing, drawPicture } from './draw-picture.ts'
import { canWrite, familiesFor } from './fonts.ts'
import { drawLine } from './text-line.ts'

const drawn = new Map<string, Buffer>()

/** The example with a change, drawn once. */
function picture(change: Partial<Drawing>): Buffer {
  const key = JSON.stringify(change)
  const kept = drawn.get(key) ?? drawPicture({ ...drawing, ...change })
  drawn.set(key, kept)
  return kept
}

type Part = { left?: number; top: number; width: number; height: number }

/** The range of white pixels in a part of the picture, left to right. */
async function inkOf(change: Partial<Drawing>, { left = 0, top, width, height }: Part) {
  const { data } = await sharp(picture(change))
    .extract({ left, top, width, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
    Array.from({ length: height }, (_, y) => data[y * width + x] ?? 0).some((value) => value > 250),
  )
  return [left + (columns[0] ?? 0), left + (columns.at(-1) ?? 0)] as const
}

/** The area of the lines, next to the stairs. */
const linesOf = (direction: Drawing['direction'], top: number, height: number): Part => ({
  left: direction === 'rtl' ? 560 : 0,
  top,
  width: 640,
  height,
})

const inkOfName = (name: string, direction: Drawing['direction'] = 'ltr') =>
  inkOf({ name, direction }, linesOf(direction, 124, 60))

/** The width of one line before shrinking. */
function widthOf(text: string): number {
  const context = createCanvas(10, 10).getContext('2d')
  drawLine(context, {
    text,
    x: 0,
    y: 0,
    width: 9999,
    size: 60,
    leastSize: 60,
    weight: 700,
    color: '#000',
    align: 'left',
  })
  return context.measureText(text).width
}

describe('the picture of a report', () => {
  it.each([
    ['Latin', 'Anna Löwe-Šmíd', ['geologica-latin', 'geologica-latin-ext']],
    ['Cyrillic', 'Александра', ['geologica-cyrillic']],
    ['Arabic', 'محمد', ['noto-sans-arabic-arabic']],
    ['emoji', '🎭🇫🇷', ['noto-color-emoji']],
  ])('writes %s', (_script, name, families) => {
    expect(canWrite(name)).toBe(true)
    expect(familiesFor(name)).toEqual(families)
  })

  it.each([
    ['Japanese', 'さくら直子', /^noto-sans-jp-/],
    ['Korean', '김민준', /^noto-sans-kr-/],
    ['Korean with Han', '김直', /^noto-sans-kr-/],
    ['Chinese', '李小龙張偉直', /^noto-sans-sc-/],
  ])('renders %s with that language’s glyphs', (_language, name, family) => {
    expect(canWrite(name)).toBe(true)
    for (const used of familiesFor(name)) expect(used).toMatch(family)
  })

  it('joins Arabic letters', () => {
    // Lam and alef form a single ligature.
    expect(widthOf('لا')).toBeLessThan((widthOf('ل') + widthOf('ا')) * 0.9)
  })

  it('applies the weight of the variable fonts', () => {
    const context = createCanvas(10, 10).getContext('2d')
    const widths = ([500, 700] as const).map((weight) => {
      const line = {
        text: 'Lena',
        x: 0,
        y: 0,
        width: 9999,
        size: 60,
        leastSize: 60,
        color: '#000',
        align: 'left' as const,
      }
      drawLine(context, { ...line, weight })
      return context.measureText('Lena').width
    })
    expect(widths[1]).toBeGreaterThan((widths[0] as number) * 1.02)
  })

  it('shrinks a long name, cuts a longer one, and stays inside the picture', async () => {
    const [left, right] = await inkOfName('Anna')
    const [, cutRight] = await inkOfName('W'.repeat(40))
    expect(left).toBeGreaterThanOrEqual(60)
    expect(right).toBeLessThan(300)
    expect(cutRight).toBeGreaterThan(550)
    expect(cutRight).toBeLessThanOrEqual(624)
    expect(picture({ name: 'W'.repeat(40) }).equals(picture({ name: 'W'.repeat(39) }))).toBe(true)
  })

  it('is mirrored for right-to-left languages', async () => {
    const [, right] = await inkOfName('محمد', 'rtl')
    expect(right).toBeGreaterThan(1100)
    expect(right).toBeLessThanOrEqual(1136)
  })

  it('omits an empty name, and one that no font can render', () => {
    const nameless = picture({ name: '' })
    expect(picture({ name: 'สมชาย' }).equals(nameless)).toBe(true)
    expect(picture({ name: 'Lena' }).equals(nameless)).toBe(false)
  })

  it('is 1080 x 1920 for stories, with no text at the top', async () => {
    const story = sharp(picture({ format: 'story' }))
    expect(await story.metadata()).toMatchObject({ width: 1080, height: 1920 })
    const { data } = await story
      .extract({ left: 0, top: 0, width: 1080, height: 250 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(new Set(data).size).toBeLessThanOrEqual(4)
  })

  it.each(LEVELS)('aligns the letters of %s with the edge of the lines', async (level) => {
    const [left] = await inkOf({ level }, linesOf('ltr', 188, 186))
    expect(Math.abs(left - 64)).toBeLessThanOrEqual(2)
    const [, right] = await inkOf({ level, direction: 'rtl' }, linesOf('rtl', 188, 186))
    expect(Math.abs(right - 1136)).toBeLessThanOrEqual(2)
  })

  it.each([
    ['link', { top: 550, width: 1200, height: 50 }, 648],
    ['story', { top: 1200, width: 880, height: 80 }, 724],
  ] as const)(
    'shows name and address on the %s, and keeps a long invitation clear of the stairs',
    async (format, band, stairs) => {
      const [, right] = await inkOf({ format, level: 'A1', invitation: 'Find your level '.repeat(9) }, band)
      expect(right).toBeGreaterThan(400)
      expect(right).toBeLessThan(stairs)
      for (const change of [{ site: 'Other' }, { address: 'other.example' }])
        expect(picture({ format, ...change }).equals(picture({ format }))).toBe(false)
    },
  )

  it('differs for each level', () => {
    const pictures = LEVELS.map((level) => picture({ level }).toString('base64'))
    expect(new Set(pictures).size).toBe(LEVELS.length)
  })

  it.each(LEVELS)('uses the light theme’s color of %s', async (level) => {
    const css = readFileSync(new URL('src/web/ui/base.css', ROOT), 'utf8')
    const token = (name: string) => css.match(new RegExp(`--${name}: (#\\w{6});`))?.[1]
    const { data } = await sharp(picture({ level })).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer({
      resolveWithObject: true,
    })
    expect(`#${data.subarray(0, 3).toString('hex')}`).toBe(token(level.toLowerCase()))
  })
})
