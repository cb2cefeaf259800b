/** A cookie's value as the browser sent it, neither decoded nor shortened: another service has to know it again. */
export function rawCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim() || undefined
  }
  return undefined
}
