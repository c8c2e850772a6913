import type { Mode } from '../../platform/database/scope.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'

/** A private key of a shop, as its owner has it. */
export const issuePrivateKey = ({ services }: TestServer, merchantId: string = ids.merchantA1, mode: Mode = 'sandbox') => {
  const scope = mintScope(merchantId, mode)
  return services.database.write(scope, async (db) =>
    issueKey(db, scope, { kind: 'private', by: personas.ownerA.id, secrets: services.config.keySecrets, now: services.now() }),
  )
}

type Json = { [name: string]: unknown }
let orders = 0

/** An order as a plugin sends it: 600,00 € in one article; `order` and `merchant` override fields. */
export function pluginOrder({ order = {}, merchant = {}, ...more }: { order?: Json; merchant?: Json; [name: string]: unknown } = {}) {
  orders += 1
  const articles = [{ id: 17, name: 'Sofá Duero', quantity: 1, price: 49_587, tax_rate: 2_100, image_url: false }]
  return {
    merchant: {
      notification_url: 'http://127.0.0.1:9/notify?path=a/b',
      success_url: '/gracias',
      dismiss_url: 'https://tienda.test/carrito',
      ...merchant,
    },
    order: { id: `A-${orders}`, total_amount: 60_000, currency: 'EUR', articles, ...order },
    customer: {
      email: `ana${orders}@mora.test`,
      first_name: 'Ana',
      last_name: 'García',
      phone: `6120000${String(orders).padStart(2, '0')}`,
    },
    billing: { first_name: 'Ana', address: 'Calle Mayor 1' },
    toc: true,
    meta: { module: { name: 'woocommerce', version: '4.2.1' }, version: '9.1' },
    ...more,
  }
}

export type Created = { id: string; checkout_url: string; expires_at: string; sandbox: boolean }
type Answer = {
  status: number
  headers: Headers
  raw: string
  created: Created
  error: { type: string; message: string; fields?: Record<string, string[]> }
}

/** POST /checkout as plugins do. */
export async function createCheckout(
  server: TestServer,
  token: string,
  body: unknown,
  accept = 'application/vnd.zeta.sandbox.v4+json',
  path = '/checkout',
): Promise<Answer> {
  const answer = await server.send('POST', path, {
    headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const read = JSON.parse(answer.raw) as Created & { error: Answer['error'] }
  return { ...answer, created: read, error: read.error }
}
