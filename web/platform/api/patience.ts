/**
 * A time limit that starts anew with each sign of life: what aborts a large download is silence, not its length. `end` stops
 * the clock.
 */
export function patience(limitMs: number): { signal: AbortSignal; again: () => void; end: () => void } {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(new DOMException('silence', 'TimeoutError')), limitMs)
  let timer = start()
  const end = () => clearTimeout(timer)
  const again = () => {
    end()
    timer = start()
  }
  return { signal: controller.signal, again, end }
}
