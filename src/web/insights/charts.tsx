import { scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatPercent } from '../format.ts'
import { useTexts } from '../texts.tsx'
import styles from './insights.module.css'

/** The width of every chart, in SVG units; the page scales them. */
export const WIDTH = 320
const ROW = 34

type Bar = { key: string; label: string; value: number; text: string }

type BarChartProps = {
  bars: readonly Bar[]
  title: string
  /** The value of the longest bar there can be; else the longest there is. */
  whole?: number
}

/** Horizontal bars with their labels above. */
export function BarChart({ bars, title, whole }: BarChartProps) {
  const height = bars.length * ROW
  const x = scaleLinear([0, whole ?? Math.max(1, ...bars.map(({ value }) => value))], [0, WIDTH - 90])
  const y = scaleBand(
    bars.map(({ key }) => key),
    [0, height],
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title} className={styles.chart}>
      {bars.map(({ key, label, value, text }) => (
        <g key={key} transform={`translate(0 ${y(key)})`}>
          <text y={12}>{label}</text>
          <rect className={styles.bar} y={17} width={Math.max(1, x(value))} height={11} rx={3} />
          <text x={x(value) + 6} y={27} className={styles.value}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}

const COLUMNS_HEIGHT = 180
const AXIS = 26

export type Column = { key: number; value: number }

/** Columns over numbers, with a value axis. */
export function ColumnChart({ columns, title }: { columns: readonly Column[]; title: string }) {
  const y = scaleLinear([0, Math.max(1, ...columns.map(({ value }) => value))], [COLUMNS_HEIGHT - AXIS, 8]).nice(4)
  const x = scaleBand(
    columns.map(({ key }) => key),
    [AXIS, WIDTH],
  ).padding(0.25)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${COLUMNS_HEIGHT}`} role="img" aria-label={title} className={styles.chart}>
      <ValueAxis ticks={y.ticks(4)} toY={y} />
      {columns.map(({ key, value }) => (
        <g key={key} transform={`translate(${x(key)} 0)`}>
          <rect className={styles.bar} y={y(value)} width={x.bandwidth()} height={y(0) - y(value)} rx={2} />
          <text x={x.bandwidth() / 2} y={COLUMNS_HEIGHT - 8} className={styles.centered}>
            {key}
          </text>
        </g>
      ))}
    </svg>
  )
}

type ValueAxisProps = { ticks: readonly number[]; toY: (value: number) => number; format?: (value: number) => string }

/** Grid lines at round values, with labels. */
function ValueAxis({ ticks, toY, format = String }: ValueAxisProps) {
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0 ${toY(tick)})`}>
      <line className={styles.grid} x1={AXIS} x2={WIDTH} />
      <text y={4} className={styles.tick}>
        {format(tick)}
      </text>
    </g>
  ))
}

const HEIGHT = 200
const LEFT = 38
const BOTTOM = 26

export type Point = { key: number; share: number }

/** Shares over numbered places, from nothing to all. */
export function LineChart({ points, title }: { points: readonly Point[]; title: string }) {
  const { locale } = useTexts()
  const keys = points.map(({ key }) => key)
  const x = scaleLinear([Math.min(...keys), Math.max(...keys)], [LEFT + 6, WIDTH - 12])
  const y = scaleLinear([0, Math.max(1, ...points.map(({ share }) => share))], [HEIGHT - BOTTOM, 10])
  const toX = ({ key }: Point) => x(key)
  const toY = ({ share }: Point) => y(share)
  const below = area(toX, y(0), toY)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title} className={styles.chart}>
      <ValueAxis ticks={y.ticks(5)} toY={y} format={(share) => formatPercent(Math.round(share * 100), locale)} />
      <path className={styles.area} d={below([...points]) ?? ''} />
      <path className={styles.line} d={line(toX, toY)([...points]) ?? ''} />
      {points.map((point) => (
        <g key={point.key}>
          <circle className={styles.bar} cx={toX(point)} cy={toY(point)} r={3} />
          <text x={toX(point)} y={HEIGHT - 8} className={styles.centered}>
            {point.key}
          </text>
        </g>
      ))}
    </svg>
  )
}
