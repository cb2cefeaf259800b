import { FREE_ID, freeDays, ZONE_ID } from './free-days.ts'

const { lang } = document.documentElement
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** The zone's name in the interface language: "Central European Time". */
function zoneName(at: Date): string {
  const parts = new Intl.DateTimeFormat(lang, { timeZone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Converts the page's free times to the visitor's time zone. */
function showInOwnZone(list: Element, zone: Element): void {
  const free = [...list.querySelectorAll('time')].map(({ dateTime }) => new Date(dateTime))
  const [first] = free
  if (!first) return
  const element = (name: string, ...children: (string | Element)[]) => {
    const made = document.createElement(name)
    made.append(...children)
    return made
  }
  const days = freeDays(free, lang, timeZone).map(({ day, times }) =>
    element(
      'div',
      element('dt', day),
      ...times.map(({ moment, hour }) => {
        const time = element('time', hour)
        time.setAttribute('datetime', moment)
        return element('dd', time)
      }),
    ),
  )
  list.replaceChildren(...days)
  zone.textContent = zoneName(first)
}

const list = document.getElementById(FREE_ID)
const zone = document.getElementById(ZONE_ID)
if (list && zone) showInOwnZone(list, zone)
