import { randomBytes } from 'node:crypto'
import type { Cents, OrderMessage, WebhookMessage } from '../src/main.ts'
import { totalOf, type CartLine } from './catalogue.ts'

/** An order as the merchant stores it. `status`: the latest from the provider's server; never trusted from a browser. */
export type ShopOrder = {
  number: string
  cart: readonly CartLine[]
  totalCents: Cents
  madeAt: Date
  status: 'new' | OrderMessage['status']
  /** Received webhooks, deduplicated, oldest first. */
  news: { id: string; message: WebhookMessage }[]
}

/** The merchant’s orders. An example keeps them in memory; a real shop has a database. */
export function orderBook() {
  const orders = new Map<string, ShopOrder>()
  return {
    add(cart: readonly CartLine[]): ShopOrder {
      const number = `PED-${randomBytes(4).toString('hex').toUpperCase()}`
      const order: ShopOrder = { number, cart, totalCents: totalOf(cart), madeAt: new Date(), status: 'new', news: [] }
      orders.set(number, order)
      return order
    },
    find: (number: string | null): ShopOrder | undefined => (number === null ? undefined : orders.get(number)),
    /** Newest first. */
    all: (): ShopOrder[] => [...orders.values()].toReversed(),
  }
}
export type OrderBook = ReturnType<typeof orderBook>
