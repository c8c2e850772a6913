import type { Product } from '#domain/sales/operations/states'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import type { TestServer } from '../testServices.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { callerOf, sign, someone, sendCallbacks } from './shopsApiFixture.ts'

/** Of each product, a number of instalments that the price list offers. */
const counts: Readonly<Record<Product, number>> = { instalments: 6, pay_in_4: 3, pay_later: 1 }

/** The customer of a checkout link pays on our page, and our server asks the shop to confirm. */
export async function payAs(server: TestServer, checkoutUrl: string, product: Product = 'instalments'): Promise<void> {
  const { pathname, hash } = new URL(checkoutUrl)
  const checkoutId = uuidOf(pathname.split('/').at(-1) ?? '') ?? ''
  const token = hash.slice(1)
  const call = callerOf(server, checkoutId, token)
  type Row = { operation_id: string; merchant_id: string; mode: Mode }
  const [row] = await server.ownerSql<Row>('select operation_id, merchant_id, mode from checkouts where id = $1', [checkoutId])
  if (!row) throw new Error(`no checkout ${checkoutId}`)
  const code = async () => {
    const [sent] = await server.ownerSql<{ codes_sent: number }>('select codes_sent from checkouts where id = $1', [checkoutId])
    return server.services.tokens.codeOf(checkoutId, sent?.codes_sent ?? 0)
  }
  const sale = {
    scope: mintScope(row.merchant_id, row.mode),
    checkoutId,
    operationId: row.operation_id,
    token,
    call,
    browser: () => call,
    code,
  }
  await sign(sale, { who: someone(), plan: { product, numInstalments: counts[product] } })
  await sendCallbacks(server.services)
}
