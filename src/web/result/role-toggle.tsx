import { PURPOSE_ROLES, type PurposeRole } from '#quiz/marketplace.ts'
import { useTexts } from '../texts.tsx'
import styles from './purpose-dialog.module.css'

/** Adult, or child and teen: native radio inputs under two halves of a switch. */
export function RoleToggle({ role, onChange }: { role: PurposeRole; onChange: (role: PurposeRole) => void }) {
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
