import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { cents } from '../domain/platform/money.ts'
import { stripeCards } from '../server/money/payments/stripe/stripeCards.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { writeOperations } from '../server/testing/operations/testOperations.ts'
import { cardOfStripe } from '../server/testing/payments/cardHarness.ts'
import { type FakeStripe, startFakeStripe } from '../server/testing/payments/fakeStripe.ts'
import { ids } from '../server/testing/testFixture.ts'
import { withOwner } from '../server/testing/withOwner.ts'
import type { Installation, Session } from './installation.ts'
import { startLoad } from './load.ts'
import { type PartnerFault, partnerFaults, startPartnerProxy } from './partnerProxy.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

type Charge = { id: string; operation_id: string; cents: number; reference: string }

/** Operations of 60 € whose customers paid two instalments of 20 € by cards that the fake of Stripe knows. */
async function sell({ database }: Installation, fake: FakeStripe, many: number): Promise<{ operationId: string; charges: Charge[] }[]> {
  const operationIds = await writeOperations(
    database.ownerUrl,
    Array.from({ length: many }, () => ({ totalCents: 6_000, numInstalments: 3, tinBps: 0, paid: 2 })),
  )
  const cards = stripeCards({ secretKey: fake.secretKey, webhookSecret: fake.webhookSecret, apiUrl: fake.url })
  const method = await cardOfStripe(fake, cards, '4242424242424242')
  return withOwner(database.ownerUrl, async (client) => {
    const uuids = operationIds.map((id) => uuidOf(id) ?? '')
    await client.query(
      `insert into payment_methods (merchant_id, mode, operation_id, provider, token, brand, last4, created_at)
       select merchant_id, mode, id, 'stripe', $2, 'visa', '4242', now() from operations where id = any($1::uuid[])`,
      [uuids, method.token],
    )
    const { rows } = await client.query<Charge>(
      'select id, operation_id, amount_cents::int as cents from charges where operation_id = any($1::uuid[]) order by instalment',
      [uuids],
    )
    for (const charge of rows) {
      const place = { merchantId: ids.merchantA1, mode: 'live' as const, operationId: charge.operation_id }
      charge.reference = (await cards.charge({ id: charge.id, place, method, amountCents: cents(charge.cents), returnUrl: null })).reference
      await client.query('update charges set provider_reference = $2 where id = $1', [charge.id, charge.reference])
    }
    return operationIds.map((operationId, nth) => ({ operationId, charges: rows.filter((row) => row.operation_id === uuids[nth]) }))
  })
}

/** A shop cancels an operation: what its customer paid is a credit, which goes back to the cards. Repeated by its key until it is answered. */
async function cancel(
  { merchantId, database, acknowledged }: Installation,
  address: string,
  session: Session,
  operationId: string,
): Promise<void> {
  const key = randomUUID()
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const answer = await fetch(`${address}/v2/merchants/${merchantId}/orders/${operationId}/cancel`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/json', 'idempotency-key': key },
      body: '{}',
    }).catch(() => null)
    if (answer?.ok) {
      await answer.text()
      // One refund is what was answered; a second one would be too many.
      const [first] = await withOwner(database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ id: string }>(
          'select id from refunds where operation_id = $1 order by created_at, id limit 1',
          [uuidOf(operationId)],
        )
        return rows
      })
      if (first) acknowledged.set(operationId, [hexOf(first.id)])
      return
    }
    await sleep(100)
  }
  throw new Error(`the cancellation of ${operationId} was never answered`)
}

/** Notifications about some disputes, each three times and the later ones first, until each is taken. */
async function notify(address: string, fake: FakeStripe, disputes: readonly string[]): Promise<void> {
  const types = ['charge.dispute.closed', 'charge.dispute.updated', 'charge.dispute.created']
  for (const type of types)
    for (const reference of disputes) {
      const id = `evt_${randomUUID()}`
      for (let times = 0; times < 3; times += 1) {
        const { body, headers } = fake.notification(type, reference, new Date(), id)
        await fetch(`${address}/partners/stripe/events`, { method: 'POST', headers, body: new Uint8Array(body) }).then((answer) =>
          answer.text(),
        )
      }
    }
}

/** Makes what waits for another try due, as its time would: the partner works again. Returns how much still waits. */
const hurry = ({ database }: Installation): Promise<number> =>
  withOwner(database.ownerUrl, async (client) => {
    await client.query(`update credit_queue set due_at = now() where state <> 'paid'`)
    await client.query(`update partner_notifications set due_at = now() where due_at is not null`)
    await client.query(`update card_dispute_queue set due_at = now() where due_at is not null and closed_at is null`)
    const { rows } = await client.query<{ many: number }>(
      `select (select count(*) from customer_credits where state <> 'paid')::int + (select count(*) from partner_notifications where due_at is not null)::int as many`,
    )
    return rows[0]?.many ?? 0
  })

export const scenario: Scenario = {
  says: 'the card provider is unreachable, fails, is slow and loses its answers, and its notifications come twice and in any order, while money flows',
  async run(installation, { brief }) {
    const fake = await startFakeStripe()
    const proxy = await startPartnerProxy(fake.url)
    try {
      const each = brief ? 2 : 10
      const sold = await sell(installation, fake, each * (partnerFaults.length + 1))
      const disputedOnes = await sell(installation, fake, each * partnerFaults.length)
      const node = await installation.node({
        PAYMENT_PROVIDER: 'stripe',
        STRIPE_SECRET_KEY: fake.secretKey,
        STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
        STRIPE_API_URL: proxy.url,
      })
      const session = await installation.session(node.address)
      const load = startLoad(installation, { address: () => node.address, session, writers: 2, readers: 1, perSecond: 20 })
      await load.flowing(10)
      const forMs: Record<PartnerFault, number> = { unreachable: brief ? 3_000 : 60_000, errors: 3_000, slow: 25_000, lost: 3_000 }
      const lost: string[] = []
      for (const [nth, fault] of partnerFaults.entries()) {
        proxy.fail(fault)
        const disputes = disputedOnes.slice(nth * each, (nth + 1) * each).map(({ charges: [charge] }) => {
          const reference = fake.disputes.dispute(charge?.reference ?? '', {
            reason: 'fraudulent',
            isInquiry: false,
            createdAt: new Date(),
          })
          if (nth % 2 === 0) fake.disputes.decideDispute(reference, 'lost')
          lost.push(...(nth % 2 === 0 ? [reference] : []))
          return reference
        })
        await notify(node.address, fake, disputes)
        for (const { operationId } of sold.slice(nth * each, (nth + 1) * each))
          await cancel(installation, node.address, session, operationId)
        await sleep(forMs[fault])
        // What an earlier fault put off waits for its time: some of it must meet this one.
        for (let tries = 0; tries < 60 && proxy.met[fault] === 0; tries += 1) {
          await hurry(installation)
          await sleep(500)
        }
        await load.flowing(5)
      }
      proxy.fail(null)
      for (const { operationId } of sold.slice(-each)) await cancel(installation, node.address, session, operationId)
      let waiting = 1
      for (let tries = 0; tries < 120 && waiting > 0; tries += 1) {
        await sleep(1_000)
        waiting = await hurry(installation)
      }
      const report = await load.stop()
      const charges = sold.flatMap((one) => one.charges)
      const left = charges.reduce((sum, { id }) => sum + Math.max(0, fake.takenCents(id)), 0)
      const tooMuch = charges.reduce((sum, { id }) => sum + Math.max(0, -fake.takenCents(id)), 0)
      const booked = await withOwner(installation.database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ disputes: number; withdrawn: number; lost: number }>(
          `select count(*)::int as disputes, coalesce(sum(withdrawn_cents), 0)::int as withdrawn, (count(*) filter (where state = 'lost'))::int as lost from card_disputes where provider = 'stripe'`,
        )
        return rows[0] ?? { disputes: 0, withdrawn: 0, lost: 0 }
      })
      return [
        refundCounts(report),
        { name: 'cancelled purchases whose cards were given back', value: sold.length, unit: '', facts: { ...proxy.met } },
        { name: 'credits and notifications that still wait', value: waiting, unit: '', budget: 0 },
        { name: 'cents that customers did not get back', value: left, unit: '', budget: 0 },
        { name: 'cents that customers got back twice', value: tooMuch, unit: '', budget: 0 },
        { name: 'disputes lost or doubled', value: Math.abs(booked.disputes - disputedOnes.length), unit: '', budget: 0 },
        {
          name: 'cents withdrawn by disputes and not booked',
          value: Math.abs(booked.withdrawn - 2_000 * disputedOnes.length),
          unit: '',
          budget: 0,
        },
        { name: 'lost disputes that are not', value: Math.abs(booked.lost - lost.length), unit: '', budget: 0 },
        ...(await prove(installation.database.ownerUrl, report)),
      ]
    } finally {
      await proxy.close()
      await fake.close()
    }
  },
}
