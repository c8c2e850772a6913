import type { OrderMessage } from './generated/shapes.ts'
import { modeOf } from './key.ts'
import { headerOf, NotVerified, type Received } from './received.ts'
import { sameText } from './sameText.ts'
import { toCamel } from './wire.ts'

/** What an order's `notificationUrl` is told. `asks`: your answer decides whether it stands; otherwise it is only told. */
export type Callback = { order: OrderMessage; asks: boolean }

/**
 * Reads a call to your `notificationUrl`. It shows your own private key, in the address and in a header: whoever does not know it is not your
 * provider. Give both keys while you change from one to the other. Before you say yes, compare `order.totalAmount` with what your order comes to.
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
    // Spoilt on its way.
  }
  throw new NotVerified('What came is no order.')
}

/** The body of your yes. `orderId`: the number that the order has from now on, up to 64 characters. */
export const callbackYes = (orderId?: string): string =>
  JSON.stringify({ status: 'ok', ...(orderId === undefined ? {} : { order_id: orderId }) })

/** The body of your no, with the reason that the provider's people read. */
export const callbackNo = (reason: string): string => JSON.stringify({ status: 'ko', reason })
