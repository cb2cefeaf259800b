import { type ReactNode, useId } from 'react'
import { useTexts } from '../texts.tsx'
import styles from './insights.module.css'

export type Table = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] }

/** A table whose first column names its rows. */
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

type FigureProps = { title: string; note: string; csv: string; table: Table; children: ReactNode }

/** A drawing with the table of what it shows. */
export function Figure({ title, note, csv, table, children }: FigureProps) {
  const t = useTexts()
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.note}>{note}</p>
      {table.rows.length === 0 ? (
        <p>{t('insights.none')}</p>
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
