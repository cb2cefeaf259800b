import { Suspense, useState } from 'react'
import type { AccountData } from '#contract/account.ts'
import type { AccountPageState } from '#contract/page-data.ts'
import type { Provider } from '#contract/sign-in.ts'
import { urls } from '#contract/urls.ts'
import { endAllSessions, endSession } from '../browser/account-client.ts'
import { forgetVisit } from '../browser/storage.ts'
import { formatDay } from '../format.ts'
import { lazyComponent } from '../lazy-component.tsx'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Recovery } from '../ui/recovery.tsx'
import { LEAVING_PAGE, SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './account-page.module.css'
import { History } from './history.tsx'
import { ProfileLanguages, ProfileSummary } from './profile.tsx'

const [DeleteDialog] = lazyComponent(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

/** The account page, or the sign-in choices for a signed-out visitor. */
export function AccountPage({ state }: { state: AccountPageState }) {
  return <Recovery>{state.isDeleted ? <Deleted /> : <Account state={state} />}</Recovery>
}

function Account({ state }: { state: AccountPageState }) {
  const t = useTexts()
  const { account, country, signIn, mayShare, avatarBaseUrl } = state
  return (
    <main className={styles.page}>
      <a className="link back" href={urls.quiz}>
        <Icon name="back" isMirrored /> <span>{t('account.back')}</span>
      </a>
      {account ? (
        <div className={styles.columns}>
          <ProfileSummary account={account} avatarBaseUrl={avatarBaseUrl}>
            <SignOut />
          </ProfileSummary>
          <div className={styles.main}>
            <History newest={account} mayShare={mayShare} />
            <ProfileLanguages profile={account.profile} />
          </div>
          <div className={styles.aside}>
            <SignInMethods account={account} />
            <Sessions sessions={account.sessions} />
            <AccountActions />
          </div>
        </div>
      ) : (
        <section className={`card ${styles.signedOut}`}>
          <h1>{t('test.signIn')}</h1>
          <p>{t('account.signedOutLead')}</p>
          <SignInChoices offer={{ country, ...signIn }} page={urls.account} />
        </section>
      )}
    </main>
  )
}

/** The page after an account is deleted. */
function Deleted() {
  const t = useTexts()
  return (
    <main className={styles.page}>
      <h1>{t('account.deletedTitle')}</h1>
      <p>{t('account.deletedLead')}</p>
      <a className="link" href={urls.landing}>
        {t('account.back')}
      </a>
    </main>
  )
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  vk: 'VK',
} satisfies Record<Provider, string>

/** An account created by the app has a provider that can't be used here, so it has no name. */
function SignInMethods({ account: { providers, emails, phones } }: { account: AccountData }) {
  const t = useTexts()
  const methods = [...providers.flatMap((id) => PROVIDER_NAMES[id] ?? []), ...emails, ...phones]
  if (methods.length === 0) return null
  return (
    <section className={`card ${styles.card}`}>
      <h2>{t('account.signIns')}</h2>
      <ul className={styles.list}>
        {methods.map((method) => (
          <li key={method}>
            <bdi translate="no">{method}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The account's sessions, and the button that ends them all. */
function Sessions({ sessions }: { sessions: AccountData['sessions'] }) {
  const t = useTexts()
  const { isBusy, error, submit } = useSubmit()
  const end = () =>
    submit(async () => {
      const outcome = await endAllSessions()
      if (!outcome.ok) return 'account.failed'
      forgetVisit()
      location.assign(urls.landing)
      return LEAVING_PAGE
    })
  // Accounts of a linked marketplace have no sessions here.
  if (sessions.length === 0) return null
  return (
    <section className={`card ${styles.card}`}>
      <h2>{t('account.sessions')}</h2>
      <ul className={styles.list}>
        {sessions.map(({ device, created_at: since, is_current: isHere }) => (
          <li key={since}>
            {[device, t('account.session', { date: formatDay(t.locale, since) }), isHere && t('account.sessionHere')]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <Button look="plain" isBusy={isBusy} onClick={end}>
        {t('account.signOutEverywhere')}
      </Button>
      <SubmitError error={error} />
    </section>
  )
}

function SignOut() {
  const t = useTexts()
  const { isBusy, error, submit } = useSubmit()
  const signOut = () =>
    submit(async () => {
      const outcome = await endSession()
      if (!outcome.ok) return 'account.failed'
      forgetVisit()
      location.assign(urls.landing)
      return LEAVING_PAGE
    })
  return (
    <div className={styles.signOut}>
      <Button look="text" isBusy={isBusy} onClick={signOut}>
        {t('account.signOut')}
      </Button>
      <SubmitError error={error} />
    </div>
  )
}

/** Downloading the data and deleting the account. */
function AccountActions() {
  const t = useTexts()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <section className={`card ${styles.card}`}>
      <h2>{t('account.leave')}</h2>
      <ul className={styles.list}>
        <li>
          <a className="link" href={`${urls.accountData}?download=1`} download>
            {t('account.download')}
          </a>
        </li>
        <li>
          <button type="button" className={`link ${styles.delete}`} onClick={() => setIsDeleting(true)}>
            {t('account.delete')}
          </button>
        </li>
      </ul>
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteDialog onClose={() => setIsDeleting(false)} />
        </Suspense>
      )}
    </section>
  )
}
