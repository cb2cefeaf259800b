import { Suspense, useState } from 'react'
import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import { endSession } from '../browser/account-client.ts'
import { forgetVisit } from '../browser/forget-visit.ts'
import { latePart } from '../late-part.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import styles from './account-page.module.css'

const [DeleteDialog] = latePart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

/** An account that the app brings has no way of its own to sign in here. */
const PROVIDER_NAMES: Record<string, string> = { google: 'Google', facebook: 'Facebook', vk: 'VK' }

/** How I sign in, and everything that has to do with leaving. */
export function AccountActions({ account }: { account: AccountData }) {
  const t = useTexts()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const ways = [
    ...account.providers.flatMap((name) => PROVIDER_NAMES[name] ?? []),
    ...account.emails,
    ...account.phones,
  ]

  const leave = async () => {
    setIsBusy(true)
    const outcome = await endSession()
    if (outcome.ok) {
      forgetVisit()
      return location.assign(urls.landing)
    }
    setIsBusy(false)
    setHasFailed(true)
  }
  return (
    <>
      {ways.length > 0 && (
        <section className={styles.card}>
          <h2>{t('account.signIns')}</h2>
          <ul className={styles.languages}>
            {ways.map((way) => (
              <li key={way}>
                <bdi>{way}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.card}>
        <h2>{t('account.leave')}</h2>
        <div className={styles.actions}>
          <Button look="plain" isBusy={isBusy} onClick={leave}>
            {t('account.signOut')}
          </Button>
          <a className={styles.download} href={`${urls.accountData}?download=1`} download>
            {t('account.download')}
          </a>
          <button type="button" className={styles.delete} onClick={() => setIsDeleting(true)}>
            {t('account.delete')}
          </button>
        </div>
        <p role="alert" className={styles.failed}>
          {hasFailed && t('account.failed')}
        </p>
        {isDeleting && (
          <Suspense fallback={null}>
            <DeleteDialog onClose={() => setIsDeleting(false)} />
          </Suspense>
        )}
      </section>
    </>
  )
}
