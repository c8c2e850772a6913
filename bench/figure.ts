/** One reported figure: the measurement, its budget and a baseline of the same run. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** At most this, or at least if `atLeast`. */
  budget?: number
  atLeast?: boolean
  reference?: { name: string; value: number }
  facts?: Record<string, string | number>
}

let over = 0

/** Whether a figure is within its budget; one without a budget always is. */
export const holds = ({ value, budget, atLeast = false }: Figure): boolean =>
  budget === undefined || (atLeast ? value >= budget : value <= budget)

/** Prints one JSON line; a figure over its budget fails the benchmark at its end. */
export function figure(figureOfRun: Figure): void {
  const { name, value, unit, budget, reference, facts } = figureOfRun
  if (!holds(figureOfRun)) over += 1
  const ratio =
    reference && reference.value > 0
      ? { ratio: round(value / reference.value), reference: { ...reference, value: round(reference.value) } }
      : {}
  console.log(
    JSON.stringify({
      name,
      value: round(value),
      unit,
      ...(budget === undefined ? {} : { budget, holds: holds(figureOfRun) }),
      ...ratio,
      ...facts,
    }),
  )
}

/** Ends the benchmark: exit code 1 if a figure was over its budget. */
export function end(): never {
  process.exit(over > 0 ? 1 : 0)
}

const round = (value: number) => Math.round(value * 1000) / 1000

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
