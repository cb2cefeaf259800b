import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { LEVELS, type Level } from '#quiz/levels.ts'
import { formatPercent } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { WIDTH } from './charts.tsx'
import styles from './insights.module.css'

const ROW = 40
const LABEL = 34
const BOTTOM = 24

export type Distribution = { key: string; label: string; counts: Record<Level, number> }

/** One stacked bar per row with the share of each level, labeled where there is room. */
export function LevelBars({ rows, title }: { rows: readonly Distribution[]; title: string }) {
  const height = rows.length * ROW
  const x = scaleLinear([0, 1], [0, WIDTH])
  const layers = stack<Distribution, Level>()
    .keys(LEVELS)
    .value(
      ({ counts }, level) =>
        counts[level] /
        Math.max(
          1,
          LEVELS.reduce((sum, each) => sum + counts[each], 0),
        ),
    )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title} className={styles.chart}>
      {rows.map(({ key, label }, index) => (
        <text key={key} y={index * ROW + 13}>
          {label}
        </text>
      ))}
      {layers([...rows]).map((layer) =>
        layer.map(([start, end], index) => (
          <g key={rows[index]?.key} transform={`translate(${x(start)} ${index * ROW + 18})`}>
            <rect className={`${styles.level} ${styles[layer.key]}`} width={x(end - start)} height={16} />
            {end - start > 0.08 && (
              <text x={x(end - start) / 2} y={12} className={styles.inside}>
                {layer.key}
              </text>
            )}
          </g>
        )),
      )}
    </svg>
  )
}

export type Dot = { key: number; level: Level; share: number; isDoubtful: boolean }

/** Items by their share of correct answers, one row per level. */
export function DotPlot({ dots, title }: { dots: readonly Dot[]; title: string }) {
  const { locale } = useTexts()
  const height = LEVELS.length * ROW + BOTTOM
  const x = scaleLinear([0, 1], [LABEL, WIDTH - 16])
  const y = scaleBand(LEVELS, [0, height - BOTTOM])
  const middle = (level: Level) => (y(level) ?? 0) + y.bandwidth() / 2
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title} className={styles.chart}>
      {x.ticks(5).map((tick) => (
        <g key={tick} transform={`translate(${x(tick)} 0)`}>
          <line className={styles.grid} y2={height - BOTTOM} />
          <text y={height - 8} className={styles.centered}>
            {formatPercent(Math.round(tick * 100), locale)}
          </text>
        </g>
      ))}
      {LEVELS.map((level) => (
        <text key={level} y={middle(level) + 4}>
          {level}
        </text>
      ))}
      {dots.map(({ key, level, share, isDoubtful }) => (
        <circle
          key={key}
          className={isDoubtful ? styles.doubtful : styles.dot}
          cx={x(share)}
          // Apart from each other, at the same height each time.
          cy={middle(level) + ((key * 7) % 19) - 9}
          r={3.5}
        />
      ))}
    </svg>
  )
}
