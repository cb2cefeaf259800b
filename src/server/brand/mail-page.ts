/**
 * What a mail's own page may hold, as {{name}}: `content` is the mail's paragraphs, `mark` the mark, `start` left or
 * right.
 */
const PLACEHOLDERS = ['content', 'mark', 'title', 'name', 'footer', 'language', 'direction', 'start'] as const
export type MailPageValues = Record<(typeof PLACEHOLDERS)[number], string>

const PLACEHOLDER = /\{\{\s*(\w*)\s*\}\}/g

const isKnown = (name: string): name is keyof MailPageValues => (PLACEHOLDERS as readonly string[]).includes(name)

/** What is wrong with a brand's own page for mails. */
export function mailPageFaults(page: string): string[] {
  const named = Array.from(page.matchAll(PLACEHOLDER), ([, name = '']) => name)
  const unknown = [...new Set(named.filter((name) => !isKnown(name)))]
  return [
    ...unknown.map((name) => `mails/page: there is no placeholder {{${name}}}; there are ${PLACEHOLDERS.join(', ')}`),
    ...(named.includes('content') ? [] : ['mails/page: must hold {{content}}, where the words go']),
  ]
}

/** The page with its placeholders filled; what stands in for them is HTML. */
export function fillMailPage(page: string, values: MailPageValues): string {
  return page.replace(PLACEHOLDER, (found, name: string) => (isKnown(name) ? values[name] : found))
}
