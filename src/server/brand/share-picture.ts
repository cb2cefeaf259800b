import { contrast } from './colors.ts'
import type { ServedFile } from './files.ts'
import type { BrandFile } from './schema.ts'

type SharePicture = NonNullable<BrandFile['picture']>

const SIZES = { link: [1200, 630], story: [1080, 1920] } as const
const WHITE = '#ffffff'
const TEXT = 4.5
/** Single lights may be lighter: the text is large. */
const MOST_LIGHT = 0.05
/** A sample this much smaller shows what is light. */
const SCALE = 10

/** How much of a picture is too light for white text on it. */
async function lightShare(content: Buffer, [fullWidth, fullHeight]: readonly [number, number]): Promise<number> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  const [width, height] = [fullWidth / SCALE, fullHeight / SCALE]
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(content), 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  let light = 0
  for (let at = 0; at < data.length; at += 4) {
    const color = `#${[...data.subarray(at, at + 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`
    if (contrast(color, WHITE) < TEXT) light++
  }
  return (light * 4) / data.length
}

/** Whether a picture that is also drawn into others can be drawn. */
export async function drawingFaults(field: string, file: ServedFile | undefined): Promise<string[]> {
  if (!file) return []
  const { loadImage } = await import('@napi-rs/canvas')
  return loadImage(file.content).then(
    () => [],
    () => [`${field}: cannot be drawn; try a simpler SVG, or a PNG`],
  )
}

/** What is wrong with the color and the covers of the pictures that reports are shared with: their text is white. */
export async function sharePictureFaults(
  { background }: SharePicture,
  covers: { [Format in keyof typeof SIZES]?: Buffer | undefined },
): Promise<string[]> {
  const figure = background ? Math.floor(contrast(background, WHITE) * 100) / 100 : TEXT
  const faults =
    figure < TEXT ? [`picture/background: white on ${background} is ${figure}:1; WCAG AA asks for ${TEXT}:1`] : []
  for (const format of ['link', 'story'] as const) {
    const cover = covers[format]
    if (!cover) continue
    const [width, height] = SIZES[format]
    // Where a PNG's header has its size (PNG specification, 11.2.1).
    const [ownWidth, ownHeight] = [cover.readUInt32BE(16), cover.readUInt32BE(20)]
    if (ownWidth !== width || ownHeight !== height)
      faults.push(`picture/${format}: is ${ownWidth} by ${ownHeight}; make it ${width} by ${height}`)
    else {
      const share = await lightShare(cover, SIZES[format]).catch(() => undefined)
      if (share === undefined) faults.push(`picture/${format}: cannot be drawn`)
      else if (share > MOST_LIGHT)
        faults.push(
          `picture/${format}: ${Math.round(share * 100)} % of it is too light for white text (WCAG AA asks for ${TEXT}:1); make it at most 5 %`,
        )
    }
  }
  return faults
}
