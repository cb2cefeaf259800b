/** Computes the figures of its `workerData` beside the process that serves: two seconds for 100,000 people. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Compared } from '../db/tables/validity.ts'
import { shownFigures } from './shown.ts'

const { compared, day } = workerData as { compared: Compared; day: string }
parentPort?.postMessage(shownFigures(compared, day))
