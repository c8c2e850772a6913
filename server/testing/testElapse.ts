const real = performance.now.bind(performance)
let aheadMs = 0

/**
 * Lets time pass, without waiting, for what the process's own clock measures: how long an answer of the database is trusted. Never put back: whatever
 * else measures by that clock would see it run backwards.
 */
export function elapse(ms: number): void {
  if (aheadMs === 0) performance.now = () => real() + aheadMs
  aheadMs += ms
}
