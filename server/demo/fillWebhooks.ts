import type pg from 'pg'
import { webhookTypes } from '#domain/merchants/webhook'
import { idOf } from './accounts.ts'
import { bigShopName } from './personas.ts'

const DAY = 86_400_000

export type SealedSecret = (webhookId: string) => string
type Shop = { id: string; maker: string | null }
/** What became of a message: how it is told in the log. */
type Fate = {
  state: 'delivered' | 'failed'
  attempts: number
  status: number | null
  answer: string | null
  problem: string | null
  ms: number
}

const fates: readonly Fate[] = [
  { state: 'delivered', attempts: 1, status: 200, answer: '{"recibido":true}', problem: null, ms: 41 },
  { state: 'delivered', attempts: 1, status: 200, answer: '{"recibido":true}', problem: null, ms: 38 },
  { state: 'delivered', attempts: 3, status: 200, answer: '{"recibido":true}', problem: null, ms: 212 },
  { state: 'delivered', attempts: 1, status: 202, answer: '', problem: null, ms: 55 },
  { state: 'failed', attempts: 10, status: null, answer: null, problem: 'timed_out', ms: 10_000 },
  { state: 'delivered', attempts: 1, status: 200, answer: '{"recibido":true}', problem: null, ms: 47 },
]

/**
 * Gives the demo's big shop an address that is told of money and campaigns, with what was sent there, and one that somebody turned off. Both lead to
 * names that nobody owns. After the rows, on the owner's connection. `sealedSecret`: makes the secret of an address as the server keeps it.
 */
export async function fillWebhooks(client: pg.Client, now: Date, sealedSecret: SealedSecret): Promise<void> {
  const { rows } = await client.query<Shop>(
    `select m.id, (select u.id from users u where u.account_id = m.account_id and u.role in ('owner', 'admin') order by u.role, u.email limit 1) as maker
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
  // Not of operations: what somebody tries out here would be sent to a name that leads nowhere.
  const rarer = webhookTypes.filter((type) => !type.startsWith('operation.'))
  await addLog(client, shop.id, await add('https://muebles.example/avisos', rarer, { daysOld: 60, off: false }))
  await add('https://erp.muebles.example/pruebas/avisos', webhookTypes, { daysOld: 20, off: true })
}

/** The last payouts and reports of the shop, as they were sent. */
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
    [shopId, fates.length * 2],
  )
  for (const [nth, { type, at, data }] of rows.entries()) {
    const fate = fates[nth % fates.length]
    if (!fate) continue
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
        fate.state,
        fate.attempts,
        new Date(at.getTime() + fate.attempts * 1_000),
        fate.status,
        fate.answer,
        fate.problem,
        fate.ms,
      ],
    )
  }
}
