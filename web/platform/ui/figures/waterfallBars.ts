type Bar = { start: number; size: number }

/** Position of each signed step between the minimum and the maximum of the running sum, as shares of 1. The total is drawn from zero. */
export function waterfallBars(steps: readonly number[], total: number): { bars: Bar[]; total: Bar } {
  const sums = [0]
  for (const step of steps) sums.push((sums.at(-1) ?? 0) + step)
  const least = Math.min(total, ...sums)
  const span = Math.max(total, ...sums) - least || 1
  const bar = (from: number, to: number): Bar => ({ start: (Math.min(from, to) - least) / span, size: Math.abs(to - from) / span })
  return { bars: steps.map((_, index) => bar(sums[index] ?? 0, sums[index + 1] ?? 0)), total: bar(0, total) }
}
