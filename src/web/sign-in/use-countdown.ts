import { useEffect, useState } from 'react'

/** The seconds left of `seconds`, counting from when `start` was given; 0 when over. A new `start` begins anew. */
export function useCountdown(seconds: number, start: number): number {
  const [now, setNow] = useState(start)
  const left = Math.max(0, Math.ceil((start + seconds * 1000 - Math.max(now, start)) / 1000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}
