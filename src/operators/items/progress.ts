const BAR = 30

/** A terminal progress bar, redrawn at each percent; nothing if the output is not a terminal. */
export function progressBar(): (share: number) => void {
  let shown = -1
  return (share) => {
    const percent = Math.min(Math.floor(100 * share), 100)
    if (!process.stderr.isTTY || percent === shown) return
    shown = percent
    const full = Math.round((percent / 100) * BAR)
    process.stderr.write(`\r[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${percent} %`)
    if (percent === 100) process.stderr.write('\n')
  }
}
