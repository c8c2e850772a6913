/**
 * Runs a callback `delayMs` after the frame being rendered has been painted, so that deferrable work does not delay it. A page in the background never
 * paints. Returns a function that cancels it.
 */
export function afterPaint(act: () => void, delayMs = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(act, delayMs)
  }
  const frame = document.hidden ? null : requestAnimationFrame(wait)
  if (frame === null) wait()
  return () => {
    if (frame !== null) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
