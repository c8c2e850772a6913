/** Whether `who` may consume `amount` more (default 1) at this instant (epoch milliseconds); a refused request is not counted. */
export type Rate = (who: string, now: number, amount?: number) => boolean

/** Maximum number of counters; when it is reached, all are reset. */
const maxKnown = 10_000

/** A fixed-window rate limit of `max` per `windowMs` and caller. Counted per process and not persisted. */
export function makeRate(max: number, windowMs: number): Rate {
  let window = 0
  const counts = new Map<string, number>()
  return (who, now, amount = 1) => {
    const current = Math.floor(now / windowMs)
    if (current !== window || counts.size >= maxKnown) counts.clear()
    window = current
    const count = (counts.get(who) ?? 0) + amount
    if (count > max) return false
    counts.set(who, count)
    return true
  }
}
