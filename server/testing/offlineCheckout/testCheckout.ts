import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { Mode } from '../../platform/database/scope.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { ids, type Persona } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'

export type CheckoutBody = BodyInput<Api['checkoutOfflineCreate']>
export const merchantA1 = { merchantId: hexOf(ids.merchantA1) }

/** A request for an amount in cents: one line without VAT. */
export function request(totalAmount: number, more: Partial<CheckoutBody> & { mid?: string } = {}): CheckoutBody {
  const { mid, ...rest } = more
  return {
    submitType: 'user',
    order: { totalAmount, articles: [{ name: 'Compra en tienda', quantity: 1, price: totalAmount, taxRate: 0 }], ...(mid && { mid }) },
    ...rest,
  }
}

let keys = 0
/** Every call with its own idempotency key, so that it is never matched with another one. */
export const ownKey = () => `test-${process.pid}-${(keys += 1)}`

/** Calls for the first shop of A. */
export function shop(server: TestServer, as: Persona = 'editorA', mode: Mode = 'live') {
  return {
    create: (body: CheckoutBody, params = merchantA1) => server.call('checkoutOfflineCreate', { params, body, as, mode, key: ownKey() }),
    check: (orderUuid: string, query: { wait?: number; seen?: number } = {}) =>
      server.call('checkoutOfflineCheck', { params: { ...merchantA1, orderUuid }, query, as, mode }),
    resend: (orderUuid: string, body: BodyInput<Api['checkoutOfflineResend']> = {}) =>
      server.call('checkoutOfflineResend', { params: { ...merchantA1, orderUuid }, body, as, mode, key: ownKey() }),
    copy: (orderUuid: string) => server.call('checkoutOfflineCopy', { params: { ...merchantA1, orderUuid }, as, mode }),
    list: (query: { pending?: 'yes' } = {}) => server.call('checkoutOfflineList', { params: merchantA1, query, as, mode }),
    bank: (amount: number, documentId: string) => server.call('bankCheck', { body: { amount, documentId }, as, mode, key: ownKey() }),
  }
}

/** The target of a link and the token in its fragment. */
export function partsOf(checkoutUrl: string): { checkoutId: string; token: string } {
  const { pathname, hash } = new URL(checkoutUrl)
  return { checkoutId: pathname.split('/').at(-1) ?? '', token: hash.slice(1) }
}
