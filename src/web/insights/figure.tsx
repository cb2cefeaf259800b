import { type ReactNode, useId } from 'react'
import type { InsightsData, InsightsFilter, InsightsTable } from '#contract/insights.ts'
import { urls } from '#contract/urls.ts'
import { formatPercent } from '../format.ts'
import { useTexts } from '../texts.tsx'
import styles from './insights.module.css'

export type Table = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] }

/** A table with row headers in its first column. */
export function DataTable({ columns, rows }: Table) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
          <tr key={index}>
            {row.map((cell, place) =>
              place === 0 ? (
                <th key={columns[place]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={columns[place]}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `empty`: what to say if there is nothing, unless nothing was counted on the days of the filter. */
type FigureProps = { title: string; note: string; csv: string; table: Table; empty?: string; children: ReactNode }

/** A chart with its data as a table. */
export function Figure({ title, note, csv, table, empty, children }: FigureProps) {
  const t = useTexts()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.note}>{note}</p>
      {table.rows.length === 0 ? (
        <p>{empty ?? t('insights.none')}</p>
      ) : (
        <>
          {children}
          <details>
            <summary>{t('insights.table')}</summary>
            <div className={styles.scroll}>
              <DataTable {...table} />
            </div>
          </details>
        </>
      )}
      <a href={csv} download aria-describedby={id}>
        {t('insights.csv')}
      </a>
    </section>
  )
}

/** An address with the filter as its query. */
export function withFilter(address: string, filter: InsightsFilter): string {
  return `${address}?${new URLSearchParams(filter)}`
}

/** The address of a table as CSV. */
export function csvOf(table: InsightsTable, { filter }: InsightsData): string {
  return withFilter(urls.insightsTable(table), filter)
}

/** Formats numbers for the page's language; missing values are a dash. */
export function useNumbers() {
  const { locale } = useTexts()
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const fine = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const step = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
  const percent = (share: number) => formatPercent(Math.round(100 * share), locale)
  return {
    count: (value: number) => decimal.format(value),
    share: (part: number, whole: number) =>
      whole === 0 ? '–' : formatPercent(Math.round((100 * part) / whole), locale),
    /** A share with the ends of its interval. */
    shareWithin: (share: number, low: number, high: number) => `${percent(share)} (${percent(low)}–${percent(high)})`,
    /** A difference in levels likewise. */
    levels: (value: number, low: number, high: number) =>
      `${step.format(value)} (${step.format(low)} – ${step.format(high)})`,
    decimals: (value: number | null) => (value === null ? '–' : fine.format(value)),
    seconds: (value: number | null) => (value === null ? '–' : decimal.format(value)),
  }
}
