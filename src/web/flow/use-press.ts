import { type MouseEvent, type PointerEvent, useRef } from 'react'

function isInside(event: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect()
  return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom
}

/**
 * Press and release of a tile with mouse, touch or pen (Specification §2): selected when pressed, confirmed when released on it,
 * cancelled when the pointer slides off or the browser takes the gesture for scrolling.
 */
export function usePress(on: {
  onPress: (index: number) => void
  onRelease: (index: number) => void
  onCancel: () => void
}) {
  const pressed = useRef<number | null>(null)
  const cancel = () => {
    if (pressed.current === null) return
    pressed.current = null
    on.onCancel()
  }
  return (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pressed.current = index
      on.onPress(index)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (pressed.current === index && !isInside(event)) cancel()
    },
    onPointerUp() {
      if (pressed.current !== index) return
      pressed.current = null
      on.onRelease(index)
    },
    onPointerCancel: cancel,
    /** The click that follows a press must not choose once more: a cancelled press would end in a choice. */
    onClick(event: MouseEvent<HTMLElement>) {
      if (event.detail > 0 && event.target === event.currentTarget) event.preventDefault()
    },
  })
}
