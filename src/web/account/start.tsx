import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { AccountPageState } from '#contract/page-data.ts'
import { fireFreeTrialEvent } from '../browser/api-client.ts'
import { retryStyles } from '../lazy-component.tsx'
import { makeTexts, TextsProvider } from '../texts.tsx'
import { loadCatalog } from '../texts-part.tsx'
import { AccountPage } from './account-page.tsx'

const state: AccountPageState = JSON.parse(document.getElementById('state')?.textContent ?? 'null')
const { lang } = document.documentElement
const [quiz, account] = await Promise.all([loadCatalog('quiz'), loadCatalog('account')])
const texts = makeTexts(lang, quiz)
texts.add(account)
if (state.isFreeTrialDue) fireFreeTrialEvent()

retryStyles()
const page = (
  <TextsProvider texts={texts}>
    <AccountPage state={state} />
  </TextsProvider>
)
// In slices, as in flow/start.tsx.
startTransition(() => {
  hydrateRoot(document.getElementById('root') as HTMLElement, page)
})
// React hydrates immediately on a press, so a press made before this script arrived is replayed now.
window.stopEarlyPress?.()?.click()
