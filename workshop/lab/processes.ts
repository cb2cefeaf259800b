import { readdirSync, readFileSync } from 'node:fs'

/** `clk_tck` of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** /proc/[pid]/stat from its third field on, after the name in parentheses (proc(5)). */
function stat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** Processes come and go while we read them. */
function orNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The process and all its descendants. */
export function family(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = orNothing(() => Number(stat(Number(name))[1]))
      return parent === undefined ? [] : [{ pid: Number(name), parent }]
    })
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ]
  return below(root)
}

/** Processor time of the process and its descendants, including those that have ended. */
export function cpuSeconds(root: number): number {
  const ticks = family(root).map((pid) => {
    const fields = orNothing(() => stat(pid)) ?? []
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0)
  })
  return ticks.reduce((sum, of) => sum + of, 0) / TICKS_PER_SECOND
}

/** Processor time of the whole machine, excluding idle and I/O wait. */
export function machineSeconds(): number {
  const [user, nice, system, , , irq, softirq] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number]
  return (user + nice + system + irq + softirq) / TICKS_PER_SECOND
}

/** Memory in use, in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
