/**
 * Resolves in a task of its own. A slow phone that begins all of a screen's requests in one task answers no press
 * meanwhile.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
