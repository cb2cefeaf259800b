import { FURTHER_TARGETS } from '#contract/share-targets.ts'
import { useTexts } from '../texts.tsx'
import styles from './share.module.css'

export type FurtherTarget = (typeof FURTHER_TARGETS)[string]

/** Targets shown by 'More' if the browser has no system share menu. */
export function FurtherTargets({ onChoose }: { onChoose: (target: FurtherTarget) => void }) {
  const t = useTexts()
  return (
    <ul className={styles.further} aria-label={t('share.further')}>
      {Object.entries(FURTHER_TARGETS).map(([name, target]) => (
        <li key={name}>
          <button type="button" onClick={() => onChoose(target)}>
            {name === 'email' ? (
              t('share.email')
            ) : (
              <>
                <span translate="no">{name}</span>
                <span className="visually-hidden">{`(${t('share.newWindow')})`}</span>
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
