import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { TimeWindow } from './recommendations.ts'

const MODULE = new URL('teacher-windows.ts', import.meta.url).href

const NOW = '2026-11-21T12:30:00Z'
const ZONES = ['UTC', 'Asia/Kolkata', 'America/New_York']

/** What it shows, zone, now, and the start of the first window. */
const STARTS = [
  ['UTC+14, already tomorrow there', 'Pacific/Kiritimati', '2026-11-21T12:30:00Z', '2026-11-22T10:00:00Z'],
  ['UTC+14, still the same day', 'Pacific/Kiritimati', '2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z'],
  ['UTC-12, still yesterday there', 'Etc/GMT+12', '2026-11-21T11:59:59Z', '2026-11-21T12:00:00Z'],
  ['UTC-12, the same day', 'Etc/GMT+12', '2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'],
  ['a half hour', 'Asia/Kolkata', '2026-11-21T12:30:00Z', '2026-11-21T18:30:00Z'],
  ['a quarter of an hour', 'Asia/Kathmandu', '2026-11-21T12:30:00Z', '2026-11-21T18:15:00Z'],
  ['a half hour behind', 'America/St_Johns', '2026-11-21T12:30:00Z', '2026-11-22T03:30:00Z'],
  ['the end of a year', 'Europe/Berlin', '2026-12-31T22:59:00Z', '2026-12-31T23:00:00Z'],
  ['a leap day', 'Europe/Berlin', '2028-02-28T12:00:00Z', '2028-02-28T23:00:00Z'],
] as const

/** Zone, now, the windows' hours, and the start of the first. */
const CLOCK_CHANGES = [
  ['Europe/Berlin', '2026-03-27T12:00:00Z', [24, 23, 24, 24], '2026-03-27T23:00:00Z'],
  ['Europe/Berlin', '2026-10-23T12:00:00Z', [24, 25, 24, 24], '2026-10-23T22:00:00Z'],
  ['America/New_York', '2026-03-06T17:00:00Z', [24, 23, 24, 24], '2026-03-07T05:00:00Z'],
  ['America/New_York', '2026-10-30T17:00:00Z', [24, 25, 24, 24], '2026-10-31T04:00:00Z'],
  // Half an hour forward and back.
  ['Australia/Lord_Howe', '2026-10-03T01:00:00Z', [23.5, 24, 24, 24], '2026-10-03T13:30:00Z'],
  // Midnight itself is skipped or occurs twice.
  ['America/Santiago', '2026-09-04T15:00:00Z', [24, 23, 24, 24], '2026-09-05T04:00:00Z'],
  ['Africa/Cairo', '2026-10-27T12:00:00Z', [24, 25, 24, 24], '2026-10-27T21:00:00Z'],
  ['America/Havana', '2026-10-30T15:00:00Z', [24, 25, 24, 24], '2026-10-31T04:00:00Z'],
] as const

const SCRIPT = `import { teacherWindows } from '${MODULE}'
const windows = ([zone, now]) => {
  process.env.TZ = zone
  return teacherWindows(Date.parse(now))
}
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(windows)))`

const ASKED = [
  ...ZONES.map((zone) => [zone, NOW]),
  ...STARTS.map(([, zone, now]) => [zone, now]),
  ...CLOCK_CHANGES.map(([zone, now]) => [zone, now]),
]

/** In a separate process, because a worker can't change its time zone. */
const ALL: TimeWindow[][] = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, JSON.stringify(ASKED)], { encoding: 'utf8' }),
)

const windows = (zone: string, now: string): TimeWindow[] =>
  ALL[ASKED.findIndex(([one, at]) => one === zone && at === now)] ?? []

const borders = (zone: string, now: string) => {
  const asked = windows(zone, now)
  return [...asked.map(({ start_time }) => start_time), asked.at(-1)?.end_time]
}
const hours = (zone: string, now: string) =>
  windows(zone, now).map(({ start_time, end_time }) => (Date.parse(end_time) - Date.parse(start_time)) / 3600_000)

describe('the windows of the next four days', () => {
  it("are the learner's consecutive local days as UTC instants", () => {
    expect(borders('UTC', NOW)).toEqual([
      '2026-11-22T00:00:00Z',
      '2026-11-23T00:00:00Z',
      '2026-11-24T00:00:00Z',
      '2026-11-25T00:00:00Z',
      '2026-11-26T00:00:00Z',
    ])
    for (const zone of ZONES) {
      const asked = windows(zone, NOW)
      expect(asked.slice(1).map(({ start_time }) => start_time)).toEqual(asked.slice(0, -1).map((w) => w.end_time))
    }
  })

  it.each(STARTS)('%s (%s)', (_name, zone, now, start) => {
    expect(borders(zone, now)[0]).toBe(start)
    expect(hours(zone, now)).toEqual([24, 24, 24, 24])
  })

  it.each(CLOCK_CHANGES)('%s around a clock change at %s', (zone, now, lengths, start) => {
    expect(hours(zone, now)).toEqual(lengths)
    expect(borders(zone, now)[0]).toBe(start)
  })
})
