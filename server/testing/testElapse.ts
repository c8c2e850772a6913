const real = performance.now.bind(performance)
let aheadMs = 0

/**
 * Advances the process's monotonic clock without waiting, which decides how long a cached database answer is valid. Never reset: other
 * code that uses that clock would see it run backwards.
 */
export function elapse(ms: number): void {
  if (aheadMs === 0) performance.now = () => real() + aheadMs
  aheadMs += ms
}
