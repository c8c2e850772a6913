/** A timeout that restarts with each chunk: a large download is aborted when nothing arrives, however long it takes. `end` stops the timer. */
export function inactivityTimeout(limitMs: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(new DOMException('silence', 'TimeoutError')), limitMs)
  let timer = start()
  const end = () => clearTimeout(timer)
  const restart = () => {
    end()
    timer = start()
  }
  return { signal: controller.signal, restart, end }
}
