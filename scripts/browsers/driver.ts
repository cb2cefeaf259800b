/** What the journey needs of a browser, whatever the protocol. Elements are named by XPath, for their texts. */
export type Driver = {
  open: (address: string) => Promise<void>
  /** Presses the element with a real pointer, once it is there. */
  click: (xpath: string) => Promise<void>
  /** Types with real keys; one of `KEYS` is a key of its own. */
  type: (...keys: string[]) => Promise<void>
  /** What a JavaScript expression in the page is. */
  evaluate: <Value>(expression: string) => Promise<Value>
  /** Every message that the browser's console has shown so far. */
  messages: () => string[]
  close: () => Promise<void>
}

const PATIENCE_MS = 30_000
const PAUSE_MS = 50

/**
 * Asks until the answer is truthy.
 * @throws Error that names what was waited for, after half a minute
 */
export async function until<Value>(what: string, ask: () => Promise<Value>): Promise<NonNullable<Value>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Waited in vain for ${what}`)
}
