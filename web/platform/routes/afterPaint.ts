/**
 * Runs something once the frame that is being drawn has been painted, and `delayMs` after that: what can wait takes nothing
 * from what is about to be seen. A page in the background paints nothing. Returns how to call it off.
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
