import type pg from 'pg'
import { webhookTypes } from '#domain/merchants/webhook'
import { idOf } from '../accounts.ts'
import { bigShopName } from '../personas.ts'

const DAY = 86_400_000

export type SealedSecret = (webhookId: string) => string
type Shop = { id: string; maker: string | null }
/** The outcome of a delivery, for the log. */
type Outcome = {
  state: 'delivered' | 'failed'
  attempts: number
  status: number | null
  answer: string | null
  problem: string | null
  ms: number
}

const outcomes: readonly Outcome[] = [
  { state: 'delivered', attempts: 1, status: 200, answer: '{"recibido":true}', problem: null, ms: 41 },
  { state: 'delivered', attempts: 1, status: 200, answer: '{"recibido":true}', problem: null, ms: 38 },
  { state: 'delivered', attempts: 3, status: 200, answer: '{"recibido":true}', problem: null, ms: 212 },
  { state: 'delivered', attempts: 1, status: 202, answer: '', problem: null, ms: 55 },
  { state: 'failed', attempts: 10, status: null, answer: null, problem: 'timed_out', ms: 10_000 },
  { state: 'delivered', attempts: 1, status: 200, answer: '{"recibido":true}', problem: null, ms: 47 },
]

/**
 * Gives the demo's big shop a webhook endpoint for money and campaign events, with its deliveries, and a disabled one. Both have
 * host names that nobody owns. After the rows, on the owner's connection. `sealedSecret`: encrypts the secret of an endpoint as the server does.
 */
export async function fillWebhooks(client: pg.Client, now: Date, sealedSecret: SealedSecret): Promise<void> {
  const { rows } = await client.query<Shop>(
    `select m.id, (select u.id from members u where u.account_id = m.account_id and u.role in ('owner', 'admin') order by u.role, u.email limit 1) as maker
     from merchants m where m.name = $1`,
    [bigShopName],
  )
  const [shop] = rows
  if (!shop) return
  const add = async (url: string, events: readonly string[], { daysOld, off }: { daysOld: number; off: boolean }) => {
    const id = idOf(`webhook ${url}`)
    const createdAt = new Date(now.getTime() - daysOld * DAY)
    await client.query(
      `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at, created_by, off_at, off_reason) values ($1, 'live', $2, $3, $4, $5, $6, $7, $8, $9)`,
      [shop.id, id, url, events, sealedSecret(id), createdAt, shop.maker, ...(off ? [createdAt, 'person'] : [null, null])],
    )
    return id
  }
  // No events of operations: trying out the demo would send them to a host that does not exist.
  const rarer = webhookTypes.filter((type) => !type.startsWith('operation.'))
  await addLog(client, shop.id, await add('https://muebles.example/avisos', rarer, { daysOld: 60, off: false }))
  await add('https://erp.muebles.example/pruebas/avisos', webhookTypes, { daysOld: 20, off: true })
  await keepFirstResponses(client)
}

/** The last payouts and reports of the shop, as sent. */
async function addLog(client: pg.Client, shopId: string, webhookId: string): Promise<void> {
  const { rows } = await client.query<{ type: string; at: Date; data: string }>(
    `select * from (
       select 'settlement.paid' as type, p.done_at as at, jsonb_build_object('settlement_id', replace(p.settlement_id::text, '-', ''), 'reference', p.reference,
         'amount', p.amount_cents, 'value_on', p.value_on, 'return_code', p.return_code)::text as data
       from payouts p where p.merchant_id = $1 and p.state = 'confirmed'
       union all select case c.status when 'active' then 'campaign.started' else 'campaign.ended' end, case c.status when 'active' then c.starts_at else c.ends_at end,
         jsonb_build_object('campaign_id', replace(c.id::text, '-', ''), 'slug', c.slug, 'from', case c.status when 'active' then 'scheduled' else 'active' end, 'to', c.status)::text
       from campaigns c where c.merchant_id = $1 and c.mode = 'live' and c.status in ('active', 'finished')
     ) told where at < now() order by at desc limit $2`,
    [shopId, outcomes.length * 2],
  )
  for (const [nth, { type, at, data }] of rows.entries()) {
    const outcome = outcomes[nth % outcomes.length]
    if (!outcome) continue
    await client.query(
      `insert into webhook_deliveries (merchant_id, mode, id, webhook_id, message_id, type, happened_at, queued_at, data, state, attempts, tried_at, status, answer, problem, ms)
       values ($1, 'live', $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        shopId,
        idOf(`delivery ${nth}`),
        webhookId,
        idOf(`message ${nth}`),
        type,
        at,
        data,
        outcome.state,
        outcome.attempts,
        new Date(at.getTime() + outcome.attempts * 1_000),
        outcome.status,
        outcome.answer,
        outcome.problem,
        outcome.ms,
      ],
    )
  }
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND

type Order = { id: string; merchant_id: string; key_id: string; mid: string | null; confirmed_at: Date }
/** One attempt, some seconds after the event. */
type Try = { after: number; orderStatus: string; status: number | null; failure: string | null; ms: number; answer: string | null }

const yes = (after: number, orderStatus: string, mid: string): Try => ({
  after,
  orderStatus,
  status: 200,
  failure: null,
  ms: 180 + ((after * 37) % 240),
  answer: orderStatus === 'ok/' ? '{"status":"ok"}' : `{"status":"ok","order_id":"${mid}"}`,
})
const askForConfirmation = 'pending/confirmation_required'

/**
 * Callbacks for the last online orders of the demo's big shop, created by its plugin: the requests to its server and the responses, at once, after a failure, or
 * no response for a day. Their host names belong to nobody, and none is pending. After the rows, on the owner's connection.
 */
export async function fillCallbacks(client: pg.Client, now: Date): Promise<void> {
  const { rows: orders } = await client.query<Order>(
    `select o.id, o.merchant_id, o.mid, o.confirmed_at, k.id as key_id
     from merchants m join operations o on o.merchant_id = m.id and o.mode = 'live'
       join lateral (select a.id from api_keys a where a.merchant_id = m.id and a.mode = 'live' and a.kind = 'private' order by a.created_at limit 1) k on true
     where m.name = $1 and o.channel = 'online' and o.confirmed_at < $2 and o.category = 'accepted' order by o.confirmed_at desc, o.id limit 12`,
    [bigShopName, new Date(now.getTime() - 25 * HOUR)],
  )
  for (const [nth, order] of orders.entries()) await addHistory(client, order, nth)
  await keepFirstResponses(client)
}

/** When each shop first answered, as the server keeps it. */
async function keepFirstResponses(client: pg.Client): Promise<void> {
  await client.query(
    `insert into shop_first_responses as f (merchant_id, mode, at) select a.merchant_id, a.mode, min(a.at) from (
       select merchant_id, mode, at from callback_attempts where status between 200 and 299
       union all select merchant_id, mode, tried_at from webhook_deliveries where state = 'delivered' and tried_at is not null) a
     group by a.merchant_id, a.mode on conflict (merchant_id, mode) do update set at = least(f.at, excluded.at)`,
  )
}

async function addHistory(client: pg.Client, order: Order, nth: number): Promise<void> {
  const orderKey = [order.merchant_id, 'live', order.id]
  const isLost = nth === 1
  // A plugin that rounds its prices to the cent: its cart adds up to slightly less than its total.
  const differenceCents = nth === 0 ? 3 : 0
  await client.query(
    'insert into shop_orders (merchant_id, mode, operation_id, key_id, tax_rate_bps, difference_cents, meta) values ($1, $2, $3, $4, 2100, $5, $6)',
    [...orderKey, order.key_id, differenceCents, JSON.stringify({ module: { name: 'prestashop', version: '8.3.1' }, version: '8.1' })],
  )
  await client.query(
    `insert into callbacks (merchant_id, mode, operation_id, kind, url, acknowledged, given_up_at, came_at)
      select o.merchant_id, o.mode, o.id, 'confirmation', $4, 'ok/', $5, o.created_at from operations o where o.merchant_id = $1 and o.mode = $2 and o.id = $3`,
    [...orderKey, 'https://casaribera.example/module/pagos/aviso', isLost ? new Date(order.confirmed_at.getTime() + 24 * HOUR) : null],
  )
  await client.query(
    `update carts set articles = jsonb_set(articles, '{0,total}', to_jsonb((articles -> 0 ->> 'total')::bigint - $4)) where merchant_id = $1 and mode = $2 and operation_id = $3`,
    [...orderKey, differenceCents],
  )
  for (const [at, attempt] of triesOf(nth, order.mid ?? '').entries())
    await client.query(
      `insert into callback_attempts (merchant_id, mode, operation_id, id, at, told, status, failure, ms, answer) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...orderKey,
        idOf(`callback ${order.id} ${at}`, at),
        new Date(order.confirmed_at.getTime() + attempt.after * SECOND),
        attempt.orderStatus,
        attempt.status,
        attempt.failure,
        attempt.ms,
        attempt.answer,
      ],
    )
}

function triesOf(nth: number, mid: string): Try[] {
  const failed = {
    after: -6,
    orderStatus: askForConfirmation,
    status: 500,
    failure: null,
    ms: 2_140,
    answer: '<h1>Internal Server Error</h1>',
  }
  if (nth === 0) return [failed, yes(0, askForConfirmation, mid), yes(1, 'ok/', mid)]
  if (nth === 1)
    return [
      yes(0, askForConfirmation, mid),
      ...[1, 6, 22, 52, 115, 240, 550, 1_150].map((after) => ({
        after,
        orderStatus: 'ok/',
        status: null,
        failure: 'timed_out',
        ms: 30_000,
        answer: null,
      })),
    ]
  return [yes(0, askForConfirmation, mid), yes(1, 'ok/', mid)]
}
