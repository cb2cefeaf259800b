import type { AccountData } from '#contract/account.ts'
import { urls } from '#contract/urls.ts'
import type { Language } from '#quiz/languages.ts'
import { useTexts } from '../texts.tsx'
import styles from './account-page.module.css'
import { formatDay } from './dates.ts'
import { LevelChart } from './level-chart.tsx'

type Entries = AccountData['assessments']

/** The results of each language from old to new; the language tested last stands first. */
function byLanguage(assessments: Entries): [Language, Entries][] {
  const newestFirst = [...assessments].sort((one, other) => other.finished_at.localeCompare(one.finished_at))
  const languages = new Map<Language, Entries>()
  for (const entry of newestFirst) languages.set(entry.language, [entry, ...(languages.get(entry.language) ?? [])])
  return [...languages]
}

export function History({ assessments }: { assessments: Entries }) {
  const t = useTexts()
  return (
    <section className={styles.card}>
      <h2>{t('account.assessments')}</h2>
      {assessments.length === 0 && (
        <p>
          {t('account.noAssessments')} <a href={urls.quiz}>{t('account.start')}</a>
        </p>
      )}
      {byLanguage(assessments).map(([language, entries]) => (
        <LanguageHistory key={language} language={language} entries={entries} />
      ))}
    </section>
  )
}

/** One language: its last level, a small chart, and the same as a table for everybody who would rather read. */
function LanguageHistory({ language, entries }: { language: Language; entries: Entries }) {
  const t = useTexts()
  const last = entries.at(-1)
  return (
    <div className={styles.language}>
      <img src={`/static/flags/${language}.svg`} alt="" width="32" height="32" />
      <h3>{t(`language.${language}`)}</h3>
      <p className={styles.soft}>
        {last && t('account.latest', { level: last.level, date: formatDay(t.locale, last.finished_at) })}
      </p>
      <LevelChart levels={entries.map(({ level }) => level)} />
      <details className={styles.all}>
        <summary>{t('account.all', { count: entries.length })}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('account.date')}</th>
              <th scope="col">{t('account.level')}</th>
              <th scope="col">{t('account.than')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.toReversed().map((entry) => (
              <tr key={entry.finished_at}>
                <td>
                  <time dateTime={entry.finished_at}>{formatDay(t.locale, entry.finished_at)}</time>
                </td>
                <td>{entry.level}</td>
                <td>{entry.than}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
