import type { Operation } from '#contract/sales/operations'

type Capture = Operation['captures'][number]

/** The captures with a remaining amount, when there are several to choose from; otherwise none. */
export function refundCaptures({ captures }: Pick<Operation, 'captures'>): Capture[] {
  const left = captures.filter(({ remainingAmount }) => remainingAmount > 0)
  return left.length > 1 ? left : []
}

/** The chosen capture; null for "oldest first", and when the chosen one can no longer be chosen. */
export function refundCapture(operation: Pick<Operation, 'captures'>, captureId: string | null): Capture | null {
  return refundCaptures(operation).find(({ id }) => id === captureId) ?? null
}
