import type { AccountData } from '#contract/account.ts'
import { comparison } from '#quiz/advice.ts'
import type { Change } from '#quiz/estimate.ts'
import type { Language } from '#quiz/languages.ts'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { formatDay, formatPercent } from '../format.ts'
import badge from '../result/level-badge.module.css'
import { type TextKey, useTexts } from '../texts.tsx'
import page from './account-page.module.css'
import styles from './history.module.css'

type Entries = AccountData['assessments']

const CHANGES = {
  higher: 'account.changeHigher',
  lower: 'account.changeLower',
  chance: 'account.changeChance',
  same: 'account.changeSame',
  soon: 'account.changeSoon',
} as const satisfies Record<string, TextKey>

/** How a result compares with the previous one. */
function changeOf(before: Entries[number], { level, finished_at }: Entries[number], change: Change) {
  return comparison(level, { level: before.level, change }, Date.parse(finished_at) - Date.parse(before.finished_at))
}

type LanguageHistoryProps = {
  language: Language
  /** Oldest first. */
  entries: Entries
  /** The id of the public report of each assessment that has one. */
  shared: ReadonlyMap<string, string>
  mayShare: boolean
  onShare: (entry: Entries[number]) => void
  onReview: (entry: Entries[number]) => void
}

/** One language: its latest level, a small chart, and the same figures as a table, also for screen readers. */
export function LanguageHistory({ language, entries, shared, mayShare, onShare, onReview }: LanguageHistoryProps) {
  const t = useTexts()
  const [before, last] = [entries.at(-2), entries.at(-1)]
  return (
    <div className={styles.language}>
      <img src={`/static/flags/${language}.svg`} alt="" width="32" height="32" />
      <h3>{t(`language.${language}`)}</h3>
      <p className={page.soft}>
        {last && t('account.latest', { level: last.level, date: formatDay(t.locale, last.finished_at) })}
      </p>
      {last && (
        <div className={styles.wide}>
          {before && last.change && <p>{t(CHANGES[changeOf(before, last, last.change)])}</p>}
          <button type="button" className={page.link} onClick={() => onReview(last)}>
            {t('account.reviewLast')}
          </button>
        </div>
      )}
      <LevelChart entries={entries} />
      <details className={styles.all}>
        <summary>{t('account.all', { count: entries.length })}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('account.date')}</th>
              <th scope="col">{t('account.level')}</th>
              <th scope="col">{t('account.range')}</th>
              <th scope="col">{t('account.than')}</th>
              <th scope="col">{t('account.report')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.toReversed().map((entry) => (
              <HistoryRow
                key={entry.assessment_id}
                entry={entry}
                isShared={shared.has(entry.assessment_id)}
                mayShare={mayShare}
                onShare={() => onShare(entry)}
                onReview={() => onReview(entry)}
              />
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}

type HistoryRowProps = {
  entry: Entries[number]
  isShared: boolean
  mayShare: boolean
  onShare: () => void
  onReview: () => void
}

function HistoryRow({ entry, isShared, mayShare, onShare, onReview }: HistoryRowProps) {
  const t = useTexts()
  const { lowest, highest } = entry.estimate.band
  const date = formatDay(t.locale, entry.finished_at)
  return (
    <tr>
      <td>
        <button type="button" className={page.link} aria-label={t('account.review', { date })} onClick={onReview}>
          <time dateTime={entry.finished_at}>{date}</time>
        </button>
      </td>
      <td>{entry.level}</td>
      <td>{lowest === highest ? lowest : t('account.band', { lowest, highest })}</td>
      <td>{formatPercent(entry.than, t.locale)}</td>
      <td>
        {(isShared || mayShare) && (
          <button type="button" className={page.link} onClick={onShare}>
            {t(isShared ? 'account.shared' : 'account.share')}
          </button>
        )}
      </td>
    </tr>
  )
}

/** More points would overlap. */
const MAX_POINTS = 12
const STEP_Y = 18
const STEP_X = 28
const BAND_WIDTH = 18
const LEFT = 40
const TOP = 14
const WIDTH = LEFT + STEP_X * MAX_POINTS
const BOTTOM = TOP + STEP_Y * (LEVELS.length - 1)

const levelY = (level: Level) => BOTTOM - LEVELS.indexOf(level) * STEP_Y

/** The levels of one language over time with their bands, the newest on the right. Hidden from screen readers: the table says the same. */
function LevelChart({ entries }: { entries: AccountData['assessments'] }) {
  const points = entries.slice(-MAX_POINTS).map(({ level, estimate: { band } }, index) => ({
    level,
    x: LEFT + STEP_X * (index + 0.5),
    y: levelY(level),
    top: levelY(band.highest) - BAND_WIDTH / 2,
    bottom: levelY(band.lowest) + BAND_WIDTH / 2,
  }))
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${BOTTOM + TOP}`} aria-hidden="true">
      {LEVELS.map((level) => (
        <g key={level}>
          <line x1={LEFT - 8} x2={WIDTH} y1={levelY(level)} y2={levelY(level)} className={styles.grid} />
          <text x="0" y={levelY(level) + 4} className={styles.label}>
            {level}
          </text>
        </g>
      ))}
      {points.map(({ level, x, top, bottom }) => (
        <rect
          key={x}
          x={x - BAND_WIDTH / 2}
          y={top}
          width={BAND_WIDTH}
          height={bottom - top}
          rx={BAND_WIDTH / 2}
          className={`${styles.band} ${badge[level]}`}
        />
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={styles.line} />
      {points.map(({ level, x, y }) => (
        <circle key={x} cx={x} cy={y} r="6" className={`${styles.dot} ${badge[level]}`} />
      ))}
    </svg>
  )
}
