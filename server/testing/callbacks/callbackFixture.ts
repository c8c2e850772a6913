import { beginSale, sign, someone, type TestSale } from '../checkout/testSale.ts'
import type { Config } from '../../platform/config/config.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../testFixture.ts'
import { startTestServer } from '../testServices.ts'
import { issueKey, type IssuedKey } from '../../platform/keys/issueKey.ts'
import { recordOrigin } from '../../platform/keys/keyOrigins.ts'
import { testCards } from '../payments/testCards.ts'
import { claim } from '../../platform/outbox/claim.ts'
import { sendCallbacks } from '../outbox/sendOutbox.ts'
import { testShop } from './testShop.ts'

export type TestOrder = TestSale & { mid: string }
type Beginning = { mid?: string; kind?: string; path?: string; keyId?: string; at?: string }

const scope = mintScope(ids.merchantA1, 'sandbox')

/** A server, a shop's server, and orders created as a plugin does, whose callbacks go from the one to the other. */
export async function startCallbackFixture(config: Partial<Config> = {}) {
  const server = await startTestServer({ proved: false, config })
  const shop = await testShop()
  const { services, ownerSql } = server
  let mids = 0
  const newKey = (): Promise<IssuedKey> =>
    services.database.write(scope, async (db) =>
      issueKey(db, scope, { kind: 'private', by: personas.ownerA.id, secrets: services.config.keySecrets, now: services.now() }),
    )
  const fixture = { server, shop, scope, key: await newKey(), newKey }

  /** An online order whose shop wants callbacks. */
  async function begin({
    mid = `W-${(mids += 1)}`,
    kind = 'confirmation',
    path = '/notify?path=a/b&cart_id=7',
    keyId = fixture.key.id,
    at = shop.url,
  }: Beginning = {}): Promise<TestOrder> {
    const channel = kind === 'ipn' ? 'in_store' : 'online'
    const sale = await beginSale(server, { mode: 'sandbox', mid, channel, minutes: 120, totalCents: 50_000 + (mids += 1) })
    const mine = [scope.merchantId, scope.mode, sale.operationId]
    await ownerSql(`insert into shop_orders (merchant_id, mode, operation_id, key_id, tax_rate_bps) values ($1, $2, $3, $4, 2100)`, [
      ...mine,
      keyId,
    ])
    await ownerSql(`insert into callbacks (merchant_id, mode, operation_id, kind, url, came_at) values ($1, $2, $3, $4, $5, now())`, [
      ...mine,
      kind,
      at + path,
    ])
    await ownerSql('insert into callback_sweeps (merchant_id, mode) values ($1, $2) on conflict do nothing', [scope.merchantId, scope.mode])
    await services.database.write(scope, async (db) => recordOrigin(db, scope, { keyId, url: at + path }))
    return { ...sale, mid }
  }

  return Object.assign(fixture, {
    begin,
    /** The customer signs: the shop is asked to confirm. */
    async signed(options: Beginning = {}): Promise<TestOrder> {
      const order = await begin(options)
      await sign(order, { who: someone() })
      return order
    },
    /** The customer leaves the page. */
    async dismissed(options: Beginning = {}): Promise<TestOrder> {
      const order = await begin(options)
      await order.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })
      await order.call('checkoutDismiss')
      return order
    },
    sendDue: () => sendCallbacks(services),
    /** Leases due callbacks, as another process would. */
    claim: (callback: number) =>
      claim(services, { kinds: ['order_callback'], free: { email: 0, push: 0, customer: 0, callback, webhook: 0 } }),
    received: () => shop.heard.map(({ body }) => `${String(body.status)}/${String(body.status_reason)}`),
    operationOf: async ({ operationId }: TestSale) =>
      (await ownerSql<Record<string, unknown>>('select * from operations where id = $1', [operationId]))[0] ?? {},
    duesOf: ({ operationId }: TestSale) =>
      ownerSql(`select * from outbox where kind = 'order_callback' and state = 'pending' and subject = $1`, [operationId]),
    triesOf: ({ operationId }: TestSale) =>
      ownerSql<{ status: number | null; failure: string | null; answer: string }>(
        'select status, failure, answer from callback_attempts where operation_id = $1 order by at',
        [operationId],
      ),
    forget() {
      shop.forget()
      services.payments.cards = testCards().cards
    },
    async close() {
      await server.close()
      await shop.close()
    },
  })
}
export type CallbackFixture = Awaited<ReturnType<typeof startCallbackFixture>>
