// Inlined into pages that the browser hydrates, so imports should stay few.

declare global {
  interface Window {
    /** Stops keeping presses. @returns the last button pressed before the app took over */
    stopEarlyPress?: () => HTMLElement | undefined
  }
}

let pressed: HTMLElement | undefined
const keep = ({ target }: Event) => {
  pressed = (target as Element).closest<HTMLElement>('#root button') ?? undefined
}
addEventListener('click', keep, true)
window.stopEarlyPress = () => {
  removeEventListener('click', keep, true)
  return pressed
}

export {}
