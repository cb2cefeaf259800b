import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import styles from './icon.module.css'

/** Line icons in a 24 by 24 view box. */
const PATHS = {
  arrow: 'M5 12h14M13 6l6 6-6 6',
  back: 'M15 5l-7 7 7 7',
  bars: 'M5 19v-4M12 19v-9M19 19V5',
  bulb: 'M9 18h6M10 21h4M7.5 13.5a6 6 0 1 1 9 0c-1 1-1.5 1.8-1.5 2.5H9c0-.7-.5-1.5-1.5-2.5z',
  cards:
    'M6.5 7h7A2.5 2.5 0 0 1 16 9.500v8a2.5 2.5 0 0 1-2.5 2.500h-7A2.5 2.5 0 0 1 4 17.500v-8A2.5 2.5 0 0 1 6.5 7zM8 4h9.500A2.5 2.5 0 0 1 20 6.500V17',
  check: 'M5 12.5l4.5 4.500L19 7.5',
  clock: 'M12 3a9 9 0 1 0 .01 0M12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  flag: 'M6 21V4h11l-2 4.5 2 4.500H6',
  globe: 'M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18M12 3a9 9 0 1 0 .01 0',
  minus: 'M6 12h12',
  pencil: 'M4 20l1-4.500L16.500 4a2.1 2.1 0 0 1 3 3L8 18.500zM14.500 6l3.500 3.500',
  person: 'M12 4a4 4 0 1 0 .01 0M4.5 20.500a7.5 7.5 0 0 1 15 0',
  share: 'M12 15V4M8 7.500L12 3.500l4 4M5 12v7h14v-7',
  turn: 'M4 12a8 8 0 0 1 14-5.300L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.300L4 15M4 20v-5h5',
} as const

export type IconName = keyof typeof PATHS

/** Defines every icon once, above the page. */
export function IconSprite() {
  return (
    <svg width="0" height="0" className="visually-hidden" aria-hidden="true">
      {Object.entries(PATHS).map(([name, path]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  )
}

/** Drawn by reference, so scripts contain no paths. */
export function Icon({ name, isMirrored = false }: { name: IconName; isMirrored?: boolean }) {
  return (
    <svg className={isMirrored ? 'icon mirrored' : 'icon'} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  )
}

const SPRITE = `${urls.static}image/bubbles.svg`

type BubbleProps = {
  /** The language whose letter is in the bubble. */
  letter: Language | undefined
  /** The tail points the other way. */
  isMirrored?: boolean
  /** A pale bubble, with the letter in the level's color. */
  isPale?: boolean
}

/**
 * The speech bubble in the color of the surrounding level. Its outlines are in a separate file, so no script contains
 * them.
 */
export function Bubble({ letter, isMirrored = false, isPale = false }: BubbleProps) {
  return (
    <svg className={isPale ? styles.pale : styles.bubble} viewBox="-54 -54 108 118" aria-hidden="true">
      <use href={`${SPRITE}#bubble`} transform={isMirrored ? 'scale(-1 1)' : undefined} />
      <use href={`${SPRITE}#${letter}`} className={styles.letter} />
    </svg>
  )
}
