import type { AccountPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { SignInChoices } from '../sign-in/sign-in-choices.tsx'
import { useTexts } from '../texts.tsx'
import { AccountActions } from './account-actions.tsx'
import styles from './account-page.module.css'
import { History } from './history.tsx'
import { ProfileLists } from './profile-lists.tsx'
import { WhoIAm } from './who-i-am.tsx'

/** The account page; signed out it offers the ways to sign in. */
export function AccountPage({ state }: { state: AccountPageState }) {
  const t = useTexts()
  const { account, country, signIn, mayShare, avatarBaseUrl } = state
  return (
    <main className={styles.page}>
      <a className={styles.back} href={urls.quiz}>
        <span aria-hidden="true">‹</span> {t('account.back')}
      </a>
      <h1 className={styles.title}>{t('account.title')}</h1>
      {account ? (
        <>
          <WhoIAm account={account} avatarBaseUrl={avatarBaseUrl} />
          <History assessments={account.assessments} mayShare={mayShare} />
          <ProfileLists profile={account.profile} />
          <AccountActions account={account} />
        </>
      ) : (
        <section className={styles.signedOut}>
          <p>{t('account.signedOutLead')}</p>
          <SignInChoices offer={{ country, ...signIn }} page={urls.account} />
        </section>
      )}
    </main>
  )
}
