import type { OrderMessage } from './generated/shapes.ts'
import { modeOf } from './key.ts'
import { headerOf, NotVerified, type Received } from './received.ts'
import { sameText } from './sameText.ts'
import { toCamel } from './wire.ts'

/** A call to an order's `notificationUrl`. `asks`: your answer decides whether the order is accepted; otherwise it is only a notification. */
export type Callback = { order: OrderMessage; asks: boolean }

/**
 * Parses and verifies a call to your `notificationUrl`. It carries your own private key, in the URL and in a header: a caller who does not know it is
 * not your provider. Pass both keys while you rotate. Before you accept, compare `order.totalAmount` with the total of your order.
 * @throws NotVerified
 */
export function readCallback(received: Received & { url: string }, keys: string | readonly string[]): Callback {
  const shown =
    new URL(received.url, 'http://shop').searchParams.get('access_token') ??
    /^Bearer (\S+)$/i.exec(headerOf(received, 'authorization'))?.[1] ??
    ''
  const key = [keys].flat().find((one) => sameText(one, shown))
  if (key === undefined) throw new NotVerified('The key that came is none of this shop.')
  const order = orderOf(received.body)
  if (order.sandbox !== (modeOf(key) === 'sandbox')) throw new NotVerified('The order is of another mode than the key.')
  return { order, asks: order.statusReason === 'confirmation_required' }
}

function orderOf(body: string): OrderMessage {
  try {
    const order = toCamel(JSON.parse(body)) as OrderMessage // its sender knows our key
    if (typeof order.id === 'string') return order
  } catch {
    // Malformed JSON.
  }
  throw new NotVerified('What came is no order.')
}

/** The body of an acceptance. `orderId`: the order’s number from now on, up to 64 characters. */
export const callbackYes = (orderId?: string): string =>
  JSON.stringify({ status: 'ok', ...(orderId === undefined ? {} : { order_id: orderId }) })

/** The body of a rejection, with the reason shown to the provider's staff. */
export const callbackNo = (reason: string): string => JSON.stringify({ status: 'ko', reason })
