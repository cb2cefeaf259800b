import { useTexts } from '../texts.tsx'
import styles from './marketplace.module.css'

/** Days with the hours at which a lesson can begin. The page is rendered by the server, which knows no time zone: UTC. */
export function FreeTimes({ free }: { free: Date[] }) {
  const t = useTexts()
  if (free.length === 0) return <p>{t('teacher.none')}</p>
  const day = new Intl.DateTimeFormat(t.locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const hour = new Intl.DateTimeFormat(t.locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const byDay = Map.groupBy(free, (time) => day.format(time))
  return (
    <dl className={styles.free}>
      {[...byDay].map(([name, times]) => (
        <div key={name}>
          <dt>{name}</dt>
          {times.map((time) => (
            <dd key={time.getTime()}>
              <time dateTime={time.toISOString()}>{hour.format(time)}</time>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
