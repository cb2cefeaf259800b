import { useEffect, useState } from 'react'

const REPORTS = ['failed', 'cancelled', 'earlier_method'] as const

type SignInReport = (typeof REPORTS)[number] | null

function read(search: string): SignInReport {
  const value = new URLSearchParams(search).get('sign_in')
  return REPORTS.find((report) => report === value) ?? null
}

/** How a sign-in with a provider has ended, which the address tells once (`?sign_in=`): it is taken out of the address. */
export function useSignInReport(): SignInReport {
  const [report, setReport] = useState<SignInReport>(null)
  useEffect(() => {
    const found = read(location.search)
    if (!found) return
    setReport(found)
    const address = new URL(location.href)
    address.searchParams.delete('sign_in')
    history.replaceState(history.state, '', address)
  }, [])
  return report
}
