import type { ReactNode } from 'react'
import type { Legal } from '#contract/brand.ts'
import { useTexts } from '../texts.tsx'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  )
}

/** The responsible party and the governing law, if the brand provides them. */
export function Responsible({ controller, contact, jurisdiction, hasLaw }: Legal & { hasLaw: boolean }) {
  const t = useTexts()
  return (
    <>
      {controller && contact && (
        <Section title={t('legal.controller.title')}>{t('legal.controller.text', { controller, contact })}</Section>
      )}
      {hasLaw && jurisdiction && (
        <Section title={t('legal.law.title')}>
          {t('legal.law.text', {
            country: new Intl.DisplayNames(t.locale, { type: 'region' }).of(jurisdiction) ?? jurisdiction,
          })}
        </Section>
      )}
    </>
  )
}
