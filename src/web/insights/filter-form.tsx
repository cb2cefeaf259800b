import type { InsightsFilter } from '#contract/insights.ts'
import { LOCALE_ENDONYMS, LOCALES } from '#contract/locales.ts'
import { urls } from '#contract/urls.ts'
import { LANGUAGES } from '#quiz/languages.ts'
import { useTexts } from '../texts.tsx'
import styles from './insights.module.css'

type Option = { value: string; text: string }

type SelectProps = { name: keyof InsightsFilter; label: string; value: string; options: readonly Option[] }

function Select({ name, label, value, options }: SelectProps) {
  const t = useTexts()
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        <option value="">{t('insights.filter.all')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A plain GET form: the filter is the query of the address. */
export function FilterForm({ from, to, language, interface_language: locale }: InsightsFilter) {
  const t = useTexts()
  const languages = LANGUAGES.map((value) => ({ value, text: t(`language.${value}`) }))
  const locales = LOCALES.map((value) => ({ value, text: LOCALE_ENDONYMS[value] }))
  return (
    <form className={styles.filter} action={urls.insights}>
      <label>
        {t('insights.filter.from')}
        <input type="date" name="from" defaultValue={from} required />
      </label>
      <label>
        {t('insights.filter.to')}
        <input type="date" name="to" defaultValue={to} required />
      </label>
      <Select name="language" label={t('insights.filter.language')} value={language} options={languages} />
      <Select name="interface_language" label={t('insights.filter.interface')} value={locale} options={locales} />
      <button type="submit">{t('insights.filter.apply')}</button>
    </form>
  )
}
