import type { WebhookType } from '#domain/merchants/webhook'
import { queueWebhooks } from '../../merchants/notices/queueWebhooks.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { ids, testPassword, type Persona } from '../testFixture.ts'
import type { TestServer, TestSession } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

export const merchantId = hexOf(ids.merchantA1)

/** The acting member, shop and mode. Tests use sandbox, where an endpoint may be in our own network. */
export type By = { as?: Persona | TestSession; mode?: Mode; merchant?: string }

/** The webhook calls of one member in one shop and mode. */
export function webhookCalls(server: TestServer, { as = 'adminA', mode = 'sandbox', merchant = merchantId }: By = {}) {
  const here = { as, mode, params: { merchantId: merchant } } as const
  const at = (webhookId: string) => ({ as, mode, params: { merchantId: merchant, webhookId } }) as const
  return {
    stepUp: () => server.call('meStepUp', { body: { password: testPassword }, as }),
    list: () => server.call('webhookList', here),
    create: (url: string, events: readonly string[]) => server.call('webhookCreate', { ...here, body: { url, events: events as never } }), // invalid events are sent too
    async update(id: string, body: object) {
      const { revision = 0 } = (await this.list()).body.webhooks?.find((one) => one.id === id) ?? {}
      return server.call('webhookUpdate', { ...at(id), body: { revision, ...body } as never }) // invalid changes are sent too
    },
    remove: (id: string) => server.call('webhookDelete', at(id)),
    renew: (id: string, overlapHours: 0 | 24) => server.call('webhookSecretRenew', { ...at(id), body: { overlapHours } }),
    test: (id: string) => server.call('webhookTestSend', at(id)),
    deliveries: (id: string, page?: number) => server.call('webhookDeliveryList', { ...at(id), ...(page ? { query: { page } } : {}) }),
    redeliver: (id: string, deliveryId: string) =>
      server.call('webhookRedeliver', { as, mode, params: { merchantId: merchant, webhookId: id, deliveryId } }),
    /** An endpoint created after a fresh password. */
    async createEndpoint(url: string, events: readonly string[]) {
      await this.stepUp()
      const answer = await this.create(url, events)
      if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${answer.raw}`)
      return answer.body
    },
  }
}

type Queued = { merchant?: string; mode?: Mode; type: WebhookType; many: number; at?: Date; data?: object }

/** Queues as many events of a type for a shop, as a change of it would. */
export const queueEvents = (
  { services: { database, now } }: TestServer,
  { merchant = ids.merchantA1, mode = 'sandbox', type, many, at = now(), data = {} }: Queued,
): Promise<void> =>
  database.write(mintScope(merchant, mode), async (db) => {
    for (let nth = 0; nth < many; nth += 1) queueWebhooks(db, mintScope(merchant, mode), { type, at, data: { ...data } })
  })

/** The services of a test: a short response timeout, so that a receiver that hangs does not slow the test down. */
export const hasty = (server: TestServer, timeoutMs = 20_000) => ({
  ...server.services,
  outbound: {
    ...server.services.outbound,
    send: (request: Parameters<typeof server.services.outbound.send>[0]) => server.services.outbound.send({ ...request, timeoutMs }),
  },
})
