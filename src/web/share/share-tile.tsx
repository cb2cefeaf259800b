import type { MouseEvent } from 'react'
import { useTexts } from '../texts.tsx'
import { type MarkName, ShareMark } from './share-marks.tsx'
import styles from './share-sheet.module.css'

export type ShareTileProps = {
  mark: Exclude<MarkName, 'copied'>
  onPress: (event: MouseEvent) => void
  /** Opens in a new window; without it the tile is a button. */
  href?: string
  /** For a button that opens something below. */
  isExpanded?: boolean
  isDone?: boolean
}

/** One way to share, as its mark and its name. */
export function ShareTile({ mark, onPress, href, isExpanded, isDone = false }: ShareTileProps) {
  const t = useTexts()
  const content = (
    <>
      <ShareMark name={isDone ? 'copied' : mark} />
      <span className={styles.name}>{t(`share.${mark}`)}</span>
    </>
  )
  return (
    <li>
      {href ? (
        <a className={styles.target} href={href} target="_blank" rel="noopener noreferrer" onClick={onPress}>
          {content}
          <span className="visually-hidden">({t('share.newWindow')})</span>
        </a>
      ) : (
        <button type="button" className={styles.target} aria-expanded={isExpanded} onClick={onPress}>
          {content}
        </button>
      )}
    </li>
  )
}
