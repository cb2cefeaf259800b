/**
 * Lets another thread load what the formatters of Intl need. It belongs to the process, and the first formatter would
 * hold up a slow phone for a quarter of a second; after this it takes none.
 */
export function warmIntl(locale: string): void {
  try {
    const worker = new Worker(new URL('./intl-worker.ts', import.meta.url), { type: 'module', name: locale })
    worker.onmessage = () => worker.terminate()
  } catch {
    // A browser that starts no worker here formats as before.
  }
}
