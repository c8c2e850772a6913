import type { Operation } from '#contract/sales/operations'

type Capture = Operation['captures'][number]

/** The captures of which something is left, where there is a choice between them; else none. */
export function refundCaptures({ captures }: Pick<Operation, 'captures'>): Capture[] {
  const left = captures.filter(({ remainingAmount }) => remainingAmount > 0)
  return left.length > 1 ? left : []
}

/** The chosen capture; null for "the oldest first", and once the chosen one has nothing left to choose. */
export function refundCapture(operation: Pick<Operation, 'captures'>, captureId: string | null): Capture | null {
  return refundCaptures(operation).find(({ id }) => id === captureId) ?? null
}
