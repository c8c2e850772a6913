import type { Order } from './operate.ts'

/** How an order to `operate` is written at the console. */
export const orderWords: Readonly<Record<Order['verb'], string>> = {
  withdraw: 'withdraw <operationId> [with-purchase]   the customer withdraws from the credit, or from the purchase too',
  hold: 'hold <operationId> fraud_hold|dispute|default   stops collecting',
  lift: 'lift <operationId>   goes on collecting, at once with what fell due meanwhile',
}

/** The order that words at the console stand for; null when they are none. */
export function orderOf(verb: Order['verb'], [operationId, further, ...more]: readonly string[]): Order | null {
  if (operationId === undefined || more.length > 0) return null
  if (verb === 'lift') return further === undefined ? { verb, operationId } : null
  if (verb === 'withdraw')
    return further === undefined || further === 'with-purchase' ? { verb, operationId, withPurchase: further !== undefined } : null
  return further === 'fraud_hold' || further === 'dispute' || further === 'default' ? { verb, operationId, hold: further } : null
}
