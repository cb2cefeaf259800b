import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatPercent } from '../format.ts'
import { useTexts } from '../texts.tsx'
import { ValueAxis, WIDTH } from './bar-chart.tsx'
import styles from './insights.module.css'

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
          <text x={toX(point)} y={HEIGHT - 8} className={styles.centred}>
            {point.key}
          </text>
        </g>
      ))}
    </svg>
  )
}
