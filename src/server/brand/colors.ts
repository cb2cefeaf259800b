import { readFileSync } from 'node:fs'
import { LEVELS } from '#quiz/constants.ts'
import { ROOT } from '../files.ts'

export type Theme = 'light' | 'dark'
/** Colors as #rrggbb, by the names of their tokens (src/web/ui/base.css). */
export type Palette = Record<string, string>
export type Palettes = Record<Theme, Palette>

/** The colors used in emails, pictures, and the check of a brand's colors. */
const USED = ['accent', 'on-accent', 'paper', 'surface', 'ink', 'ink-soft'] as const

const LEVEL_NAMES = LEVELS.map((level) => level.toLowerCase())

const colorsIn = (css: string): Palette =>
  Object.fromEntries(
    Array.from(css.matchAll(/--([\w-]+):\s*(#[\da-f]{6})\b/gi), ([, name, color = '']) => [name, color.toLowerCase()]),
  )

/**
 * The product's own colors from the pages' styles, where the light ones come before those of the dark theme.
 * @throws Error if either theme lacks a color, because emails and pictures need them all
 */
export function readPalettes(css: string): Palettes {
  const [light = '', dark = ''] = css.split(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/)
  const palettes = { light: colorsIn(light), dark: colorsIn(dark) }
  const names = new Set([...USED, ...LEVEL_NAMES, ...Object.keys(palettes.light), ...Object.keys(palettes.dark)])
  for (const theme of ['light', 'dark'] as const)
    for (const name of names)
      if (!(name in palettes[theme])) throw new Error(`base.css: the ${theme} theme has no color --${name} as #rrggbb.`)
  return palettes
}

/** The product's own colors. */
export const PALETTES = readPalettes(readFileSync(new URL('src/web/ui/base.css', ROOT), 'utf8'))

const channels = (color = '') => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Mixes `share` of one color into the other, as CSS does in srgb. */
function mix(one: string | undefined, share: number, other: string | undefined): string {
  const others = channels(other)
  const mixed = channels(one).map((value, at) => Math.round(value * share + (others[at] as number) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string | undefined): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2). */
function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const BLACK = '#000000'
const WHITE = '#ffffff'

/** The colors that a brand's accent changes. Level colors and the red of errors stay, because they have a meaning. */
function changesOf(theme: Theme, accent: string): Palette {
  const isLight = theme === 'light'
  const writings = [WHITE, PALETTES.dark['on-accent'] as string]
  return {
    accent,
    'accent-strong': mix(isLight ? BLACK : WHITE, isLight ? 0.22 : 0.28, accent),
    'accent-edge': mix(BLACK, 0.31, accent),
    'accent-wash': mix(accent, isLight ? 0.11 : 0.12, PALETTES[theme].surface),
    'on-accent': writings.sort((a, b) => contrast(b, accent) - contrast(a, accent))[0] as string,
  }
}

/** The WCAG AA minimum for text (1.4.3). */
const MIN_CONTRAST = 4.5

/** Places where a theme's accent is unreadable as text. */
function contrastErrors(theme: Theme, accent: string): string[] {
  return ['paper', 'surface'].flatMap((name) => {
    const back = PALETTES[theme][name]
    const figure = Math.floor(contrast(accent, back) * 100) / 100
    if (figure >= MIN_CONTRAST) return []
    return [`colors.${theme}: ${accent} on ${name} ${back} is ${figure}:1; WCAG AA asks for ${MIN_CONTRAST}:1`]
  })
}

const declarations = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** A brand's palettes, their errors, and the styles that apply them to pages, after those of base.css. */
export function readColors(own: Record<Theme, string>) {
  const [light, dark] = [changesOf('light', own.light), changesOf('dark', own.dark)]
  return {
    palettes: { light: { ...PALETTES.light, ...light }, dark: { ...PALETTES.dark, ...dark } },
    errors: [...contrastErrors('light', own.light), ...contrastErrors('dark', own.dark)],
    styles: `:root{${declarations(light)}}@media (prefers-color-scheme:dark){:root{${declarations(dark)}}}`,
  }
}
