/** The browser functions that the journey needs, for any protocol. XPath finds elements by their text. */
export type Driver = {
  open: (address: string) => Promise<void>
  /** Clicks the element with a real pointer once it exists. */
  click: (xpath: string) => Promise<void>
  /** Types with real keys; a member of `KEYS` is a single key. */
  type: (...keys: string[]) => Promise<void>
  /** Evaluates a JavaScript expression in the page. */
  evaluate: <Value>(expression: string) => Promise<Value>
  /** All messages in the browser's console so far. */
  messages: () => string[]
  close: () => Promise<void>
}

const PATIENCE_MS = 30_000
const PAUSE_MS = 50

/**
 * Polls until the result is truthy.
 * @throws Error with `what` after 30 seconds
 */
export async function until<Value>(what: string, ask: () => Promise<Value>): Promise<NonNullable<Value>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Timed out waiting for ${what}`)
}
