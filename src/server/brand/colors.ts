import { readFileSync } from 'node:fs'
import { LEVELS } from '#quiz/levels.ts'
import { ROOT } from '../files.ts'

export type Theme = 'light' | 'dark'
/** Colors as #rrggbb, by the names of their tokens (src/web/ui/base.css). */
export type Palette = Record<string, string>
export type Palettes = Record<Theme, Palette>

/** The tokens of one theme that a brand may set; the others of its accent and its neutrals follow from them. */
export const OWN_COLORS = ['accent', 'on-accent', 'paper', 'surface', 'ink', 'ink-soft'] as const
export type OwnColors = { accent: string } & { [Name in (typeof OWN_COLORS)[number]]?: string }

const LEVEL_NAMES = LEVELS.map((level) => level.toLowerCase())

const colorsIn = (css: string): Palette =>
  Object.fromEntries(
    Array.from(css.matchAll(/--([\w-]+):\s*(#[\da-f]{6})\b/gi), ([, name, color = '']) => [name, color.toLowerCase()]),
  )

/**
 * The product's own colors, where the pages' styles have them: the light ones stand before those of the dark theme.
 * @throws Error if either theme lacks a color, which mails and pictures would otherwise go without
 */
export function readPalettes(css: string): Palettes {
  const [light = '', dark = ''] = css.split(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/)
  const palettes = { light: colorsIn(light), dark: colorsIn(dark) }
  const names = new Set([...OWN_COLORS, ...LEVEL_NAMES, ...Object.keys(palettes.light), ...Object.keys(palettes.dark)])
  for (const theme of ['light', 'dark'] as const)
    for (const name of names)
      if (!(name in palettes[theme])) throw new Error(`base.css: the ${theme} theme has no color --${name} as #rrggbb.`)
  return palettes
}

/** The product's own colors. */
export const PALETTES = readPalettes(readFileSync(new URL('src/web/ui/base.css', ROOT), 'utf8'))

const channels = (color = '') => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** `share` of one color in the other, as CSS mixes in srgb. */
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
export function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const BLACK = '#000000'
const WHITE = '#ffffff'

/** What a brand's colors change. Level colors and the red of errors stay: they mean something. */
function changesOf(theme: Theme, own: OwnColors): Palette {
  const isLight = theme === 'light'
  const { accent } = own
  const { paper, surface, ink } = { ...PALETTES[theme], ...own }
  const writings = [WHITE, PALETTES.dark['on-accent'] as string]
  const neutrals: Palette = {
    'paper-2': isLight ? mix(ink, 0.05, paper) : mix(BLACK, 0.25, paper),
    line: mix(ink, 0.13, paper),
    'line-strong': mix(ink, 0.55, surface),
    'ink-soft': mix(ink, 0.75, surface),
  }
  return {
    ...(own.paper || own.surface || own.ink ? neutrals : {}),
    'accent-strong': mix(isLight ? BLACK : WHITE, isLight ? 0.22 : 0.28, accent),
    'accent-edge': mix(BLACK, 0.31, accent),
    'accent-wash': mix(accent, isLight ? 0.11 : 0.12, surface),
    'on-accent': writings.sort((a, b) => contrast(b, accent) - contrast(a, accent))[0] as string,
    ...own,
  }
}

const TEXT = 4.5
const CONTROL = 3

const WASHES = LEVEL_NAMES.map((level) => `${level}-wash`)

/** What is drawn on what, and the least contrast that WCAG AA asks for there (1.4.3 and 1.4.11). */
const PAIRS: { drawn: string[]; on: string[]; least: number }[] = [
  { drawn: ['ink'], on: ['paper', 'paper-2', 'surface', 'accent-wash', ...WASHES], least: TEXT },
  { drawn: ['ink-soft'], on: ['paper', 'surface', ...WASHES], least: TEXT },
  { drawn: ['accent'], on: ['paper', 'surface', 'tonal-button', 'tonal-button-hovered'], least: TEXT },
  { drawn: ['accent-strong'], on: ['accent-wash'], least: TEXT },
  { drawn: ['on-accent'], on: ['accent', 'accent-strong'], least: TEXT },
  { drawn: [...LEVEL_NAMES, 'danger'], on: ['paper', 'surface'], least: TEXT },
  { drawn: ['line-strong'], on: ['paper', 'surface'], least: CONTROL },
]

/** Each pair of colors that is too close, with its contrast. */
export function contrastFaults(theme: Theme, palette: Palette): string[] {
  const colors: Palette = {
    ...palette,
    // Mixed in src/web/ui/button.module.css.
    'tonal-button': mix(palette.accent, 0.13, palette.surface),
    'tonal-button-hovered': mix(palette.accent, 0.2, palette.surface),
  }
  return PAIRS.flatMap(({ drawn, on, least }) =>
    drawn.flatMap((front) =>
      on.flatMap((back) => {
        const figure = contrast(colors[front], colors[back])
        const rounded = Math.floor(figure * 100) / 100
        const pair = `${front} ${colors[front]} on ${back} ${colors[back]}`
        return figure >= least ? [] : [`colors/${theme}: ${pair} is ${rounded}:1; WCAG AA asks for ${least}:1`]
      }),
    ),
  )
}

const declarations = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** A brand's palettes, what is wrong with them, and the styles that bring them to pages after those of base.css. */
export function readColors(own: Record<Theme, OwnColors>) {
  const [light, dark] = [changesOf('light', own.light), changesOf('dark', own.dark)]
  const palettes = { light: { ...PALETTES.light, ...light }, dark: { ...PALETTES.dark, ...dark } }
  return {
    palettes,
    faults: [...contrastFaults('light', palettes.light), ...contrastFaults('dark', palettes.dark)],
    styles: `:root{${declarations(light)}}@media (prefers-color-scheme:dark){:root{${declarations(dark)}}}`,
  }
}
