import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** In seconds: from a page served from memory to the longest wait for the database. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = Record<string, string | number>

/** Creates metrics in a registry, with the prefix that all our names share. */
export function instrumentsIn(registry: Registry) {
  const about = (name: string, help: string) => ({ name: `language_quiz_${name}`, help, registers: [registry] })
  return {
    counter: (name: string, help: string, labelNames: string[]) => new Counter({ ...about(name, help), labelNames }),
    durations: (name: string, help: string, labelNames: string[]) =>
      new Histogram({ ...about(name, help), labelNames, buckets: DURATIONS }),
    /** A gauge that's read when the metrics are scraped. */
    gauge: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        ...about(name, help),
        async collect() {
          this.set(await read())
        },
      }),
    /** The same, with labels: `collect` sets its values. */
    labeledGauge: (
      name: string,
      help: string,
      labelNames: string[],
      collect: (set: (labels: Labels, value: number) => void) => void | Promise<void>,
    ) =>
      new Gauge({
        ...about(name, help),
        labelNames,
        async collect() {
          await collect((labels, value) => this.set(labels, value))
        },
      }),
  }
}

export type Instruments = ReturnType<typeof instrumentsIn>
