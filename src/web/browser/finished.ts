import type { Assessment } from '#contract/assessments.ts'

const finished = new EventTarget()
const announced = new Set<string>()

/** Says once that an assessment has ended, to whoever listens. */
export function announceFinished(assessment: Assessment): void {
  if (announced.has(assessment.id)) return
  announced.add(assessment.id)
  finished.dispatchEvent(new CustomEvent('finished', { detail: assessment }))
}

/** Calls `listen` with every assessment that ends on this page. */
export function onFinished(listen: (assessment: Assessment) => void): void {
  finished.addEventListener('finished', (event) => listen((event as CustomEvent<Assessment>).detail))
}
