/** Whether somebody may come once more at this instant (epoch milliseconds). */
export type Rate = (who: string, now: number) => boolean

/** So many are remembered; when more come, the memory starts anew (our choice). */
const mostKnown = 10_000

/** Lets everybody come `most` times in each span of `spanMs`. Counted in this process alone and kept nowhere. */
export function makeRate(most: number, spanMs: number): Rate {
  let span = 0
  const times = new Map<string, number>()
  return (who, now) => {
    const present = Math.floor(now / spanMs)
    if (present !== span || times.size >= mostKnown) times.clear()
    span = present
    const count = (times.get(who) ?? 0) + 1
    times.set(who, count)
    return count <= most
  }
}
