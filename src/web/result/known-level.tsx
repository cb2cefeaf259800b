import { type FormEvent, useId, useState } from 'react'
import type { Known as KnownByContract } from '#contract/level-claims.ts'
import { certificatesIn, gradesOf } from '#quiz/certificates.ts'
import type { Language } from '#quiz/languages.ts'
import { CLAIM_SOURCES, type ClaimSource, FIRST_CERTIFICATE_YEAR } from '#quiz/level-claim.ts'
import { isLevel, LEVELS } from '#quiz/levels.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import field from '../ui/field.module.css'
import { SubmitError, useSubmit } from '../ui/use-submit.tsx'
import styles from './level-claim.module.css'

export type Known = KnownByContract

type ChoiceProps = {
  label: string
  /** '' if nothing is chosen yet. */
  value: string
  options: readonly string[]
  /** The name of an option; without it, an option is its own name. */
  nameOf?: (option: string) => string
  onChange: (value: string) => void
}

function Choice({ label, value, options, nameOf = String, onChange }: ChoiceProps) {
  const t = useTexts()
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={field.input} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('claim.choose')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </div>
  )
}

function yearsUntilNow(): string[] {
  const latest = new Date().getUTCFullYear()
  return Array.from({ length: latest - FIRST_CERTIFICATE_YEAR + 1 }, (_, back) => String(latest - back))
}

/** What has been chosen so far; '' for each that has not. */
type Chosen = { source: ClaimSource | ''; certificate: string; grade: string; year: string; level: string }

/** What is known by it; null while something is missing. */
function toKnown({ source, certificate, grade, year, level }: Chosen): Known | null {
  if (source === 'certificate')
    return grade !== '' && year !== '' ? { source, certificate, grade, year: Number(year) } : null
  return source !== '' && isLevel(level) ? { source, level } : null
}

type KnownLevelProps = {
  language: Language
  /** @returns whether it is stored */
  onSend: (known: Known) => Promise<boolean>
  /** Sent, or not to be sent. */
  onDone: () => void
}

/** What else somebody knows of their level: who says so, then their certificate or the level. */
export function KnownLevel({ language, onSend, onDone }: KnownLevelProps) {
  const t = useTexts()
  const name = useId()
  const certificates = certificatesIn(language)
  const ids = Object.keys(certificates)
  const [chosen, setChosen] = useState<Chosen>({
    source: '',
    certificate: ids.length === 1 ? String(ids[0]) : '',
    grade: '',
    year: '',
    level: '',
  })
  const choose = (more: Partial<Chosen>) => setChosen({ ...chosen, ...more })
  const { isBusy, error, submit } = useSubmit()
  const known = toKnown(chosen)

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (known === null) return
    void submit(async () => {
      if (!(await onSend(known))) return 'claim.failed'
      onDone()
      return null
    })
  }
  return (
    <form className={styles.form} onSubmit={send}>
      <fieldset aria-labelledby="level-claim">
        {CLAIM_SOURCES.filter((source) => source !== 'certificate' || ids.length > 0).map((source) => (
          <label key={source}>
            <input type="radio" name={name} checked={source === chosen.source} onChange={() => choose({ source })} />
            <span>{t(`claim.${source}`)}</span>
          </label>
        ))}
      </fieldset>
      {chosen.source === 'certificate' && (
        <div className={styles.fields}>
          <Choice
            label={t('claim.certificateName')}
            value={chosen.certificate}
            options={ids}
            nameOf={(id) => certificates[id]?.name ?? id}
            onChange={(certificate) => choose({ certificate, grade: '' })}
          />
          <Choice
            label={t('claim.grade')}
            value={chosen.grade}
            options={gradesOf(language, chosen.certificate)}
            onChange={(grade) => choose({ grade })}
          />
          <Choice
            label={t('claim.year')}
            value={chosen.year}
            options={yearsUntilNow()}
            onChange={(year) => choose({ year })}
          />
        </div>
      )}
      {chosen.source !== '' && chosen.source !== 'certificate' && (
        <div className={styles.fields}>
          <Choice
            label={t('claim.level')}
            value={chosen.level}
            options={LEVELS}
            onChange={(level) => choose({ level })}
          />
        </div>
      )}
      <SubmitError error={error} />
      <div className={styles.actions}>
        <Button type="submit" look="tonal" isBusy={isBusy} isDisabled={known === null}>
          {t('claim.send')}
        </Button>
        <Button look="text" onClick={onDone}>
          {t('claim.skip')}
        </Button>
      </div>
    </form>
  )
}
