import { useCallback, useEffect, useState } from 'react'
import type { SharedReport } from '#contract/sharing.ts'
import { shareReport } from '../browser/account-client.ts'

export type SharedReportState = { report: SharedReport | null; hasFailed: boolean; again: () => void }

/** The public report of an assessment, made when the sheet opens so that every link is ready when it is pressed. */
export function useSharedReport(assessmentId: string): SharedReportState {
  const [report, setReport] = useState<SharedReport | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const make = useCallback(() => {
    setHasFailed(false)
    void shareReport(assessmentId).then((outcome) => {
      if (outcome.ok) setReport(outcome.data)
      else setHasFailed(true)
    })
  }, [assessmentId])
  useEffect(make, [make])
  return { report, hasFailed, again: make }
}
