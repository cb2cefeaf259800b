import { useCallback, useEffect, useState } from 'react'
import type { LearningPurpose, PurposeOptions } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import { PURPOSE_ROLES, type PurposeRole } from '#quiz/profile.ts'
import { getPurposeOptions, postProfile } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSubmit } from '../ui/use-submit.tsx'
import styles from './purpose-dialog.module.css'
import { OtherPurpose, PurposeItem } from './purpose-item.tsx'

/**
 * The available purposes. In China, those for children are removed (Specification §6), even if a linked marketplace
 * sends them.
 */
function usePurposeOptions(language: Language, isInChina: boolean) {
  const [options, setOptions] = useState<PurposeOptions | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(() => {
    setHasFailed(false)
    void getPurposeOptions(language).then((outcome) => {
      setHasFailed(!outcome.ok)
      if (outcome.ok) setOptions(isInChina ? { ...outcome.data, kids_purpose: [] } : outcome.data)
    })
  }, [language, isInChina])
  useEffect(load, [load])
  return { options, hasFailed, load }
}

/** The adult/kids switch, as native radio inputs. */
function RoleToggle({ role, onChange }: { role: PurposeRole; onChange: (role: PurposeRole) => void }) {
  const t = useTexts()
  return (
    <fieldset className={styles.roles}>
      <legend className="visually-hidden">{t('purpose.who')}</legend>
      {PURPOSE_ROLES.map((each) => (
        <label key={each} className={styles.role}>
          <input type="radio" name="purpose-role" checked={role === each} onChange={() => onChange(each)} />
          <span>{t(`purpose.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

export type PurposeDialogProps = {
  language: Language
  isInChina: boolean
  onSaved: () => void
  onClose: () => void
}

/** The learning purpose dialog (Specification §4). Choosing a purpose saves it. */
export function PurposeDialog({ language, isInChina, onSaved, onClose }: PurposeDialogProps) {
  const t = useTexts()
  const { options, hasFailed, load } = usePurposeOptions(language, isInChina)
  const [role, setRole] = useState<PurposeRole>('adult')
  const [expanded, setExpanded] = useState<string | null>(null)
  const { isBusy, error, submit } = useSubmit()

  const save = (purpose: LearningPurpose['purpose'], subPurpose = '') =>
    submit(async () => {
      const outcome = await postProfile({ purpose_list: [{ language, role, purpose, sub_purpose: subPurpose }] })
      if (!outcome.ok) return 'purpose.saveFailed'
      onSaved()
      return null
    })
  const changeRole = (next: PurposeRole) => {
    setRole(next)
    setExpanded(null)
  }
  const shown = options?.[role === 'kids' ? 'kids_purpose' : 'adult_purpose'] ?? []

  return (
    <Dialog title={t('purpose.title', { language })} onClose={onClose}>
      <p className={styles.lead}>{t('purpose.lead')}</p>
      {options && options.kids_purpose.length > 0 && <RoleToggle role={role} onChange={changeRole} />}
      {!options && !hasFailed && <p role="status">{t('purpose.loading')}</p>}
      {hasFailed && (
        <div role="alert" className={styles.failed}>
          <p>{t('purpose.loadFailed')}</p>
          <Button look="plain" onClick={load}>
            {t('purpose.again')}
          </Button>
        </div>
      )}
      <ul className={styles.list} aria-busy={isBusy}>
        {shown.map((option) => (
          <PurposeItem
            key={`${role} ${option.name}`}
            option={option}
            isExpanded={expanded === option.name}
            onToggle={() => setExpanded(expanded === option.name ? null : option.name)}
            onChoose={(tag) => save(option.name, tag)}
          >
            {option.name === 'other_purpose' && (
              <OtherPurpose isBusy={isBusy} onSubmit={(text) => save('other_purpose', text)} />
            )}
          </PurposeItem>
        ))}
      </ul>
      <p role="alert" className={styles.failed}>
        {error && t(error)}
      </p>
    </Dialog>
  )
}
