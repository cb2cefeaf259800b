import { useState } from 'react'
import type { LearningPurpose } from '#contract/profile.ts'
import type { Language } from '#quiz/languages.ts'
import type { PurposeRole } from '#quiz/marketplace.ts'
import { postProfile } from '../browser/account-client.ts'
import { useTexts } from '../texts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSubmit } from '../ui/use-submit.tsx'
import { OtherPurpose } from './other-purpose.tsx'
import styles from './purpose-dialog.module.css'
import { PurposeItem } from './purpose-item.tsx'
import { RoleToggle } from './role-toggle.tsx'
import { usePurposeOptions } from './use-purpose-options.ts'

export type PurposeDialogProps = {
  language: Language
  isInChina: boolean
  onSaved: () => void
  onClose: () => void
}

/** The learning purpose dialog (Specification §4): choosing saves. */
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
