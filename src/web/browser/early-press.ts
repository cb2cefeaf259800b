// Inlined into hydrated pages, so keep imports few.

declare global {
  interface Window {
    /**
     * Stops recording presses.
     * @returns the last button pressed before the app took over
     */
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
