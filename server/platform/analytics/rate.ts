/** Whether somebody may have `amount` more (one, unless said otherwise) at this instant (epoch milliseconds); what is refused counts nothing. */
export type Rate = (who: string, now: number, amount?: number) => boolean

/** So many are remembered; when more come, the memory starts anew. */
const mostKnown = 10_000

/** Lets everybody have `most` in each span of `spanMs`. Counted in this process alone and kept nowhere. */
export function makeRate(most: number, spanMs: number): Rate {
  let span = 0
  const times = new Map<string, number>()
  return (who, now, amount = 1) => {
    const present = Math.floor(now / spanMs)
    if (present !== span || times.size >= mostKnown) times.clear()
    span = present
    const count = (times.get(who) ?? 0) + amount
    if (count > most) return false
    times.set(who, count)
    return true
  }
}
