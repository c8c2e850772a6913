import { createHash } from 'node:crypto'
import type pg from 'pg'
import { cents } from '#domain/platform/money'
import type { DecisionFacts } from '#domain/sales/operations/decision'
import { idOf } from '../accounts.ts'
import { bigShopName } from '../personas.ts'

const hourMs = 3_600_000
/** Sales whose link lives this long: they wait for a person as long as somebody looks at the demo. */
const leastLeftMs = 12 * hourMs
const maxSales = 3

type Sale = {
  merchant_id: string
  id: string
  checkout_id: string
  total_cents: string
  product: string
  identified_at: Date
  expires_at: Date
  age: number
  num_instalments: number
}

/** Lets some sales of the demo, those of its big shop first, wait for a person of the provider, because the engine did not answer. After the rows. */
export async function fillDecisions(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<Sale>(
    `select o.merchant_id, o.id, c.id as checkout_id, o.total_cents, o.product, c.identified_at, o.expires_at, o.num_instalments,
       extract(year from age(c.birthday))::integer as age
     from merchants m join accounts a on a.id = m.account_id and a.demo
       join operations o on o.merchant_id = m.id and o.mode = 'live' and o.substatus = 'pending_customer' and o.status_reason = 'in_process'
       join checkouts c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
     where c.identified_at is not null and o.expires_at > $2 order by m.name = $1 desc, o.created_at desc, o.id limit $3`,
    [bigShopName, new Date(now.getTime() + leastLeftMs), maxSales],
  )
  for (const [nth, sale] of rows.entries()) await wait(client, idOf(`decision ${nth}`), sale, now)
}

async function wait(client: pg.Client, id: string, sale: Sale, now: Date): Promise<void> {
  const facts = JSON.stringify(factsOf(sale))
  const until = new Date(Math.min(now.getTime() + 20 * hourMs, (now.getTime() + sale.expires_at.getTime()) / 2))
  await client.query(
    `insert into decisions (merchant_id, mode, id, checkout_id, asked_at, engine, version, rule, outcome, facts, facts_hash, until)
     values ($1, 'live', $2, $3, $4, 'fallback', 'review', 'fallback_review', 'review', $5, $6, $7)`,
    [sale.merchant_id, id, sale.checkout_id, sale.identified_at, facts, createHash('sha256').update(facts).digest(), until],
  )
  await client.query(
    `insert into manual_decisions (decision_id, merchant_id, mode, checkout_id, operation_id, kind, rule, amount_cents, product, since, until)
     values ($1, $2, 'live', $3, $4, 'review', 'fallback_review', $5, $6, $7, $8)`,
    [id, sale.merchant_id, sale.checkout_id, sale.id, sale.total_cents, sale.product, sale.identified_at, until],
  )
  await client.query(`insert into deadlines (merchant_id, mode, object_id, kind, due_at) values ($1, 'live', $2, 'decision', $3)`, [
    sale.merchant_id,
    id,
    until,
  ])
  await client.query(
    `update checkouts set decision_wait = 'review', decision_until = $3 where merchant_id = $1 and mode = 'live' and id = $2`,
    [sale.merchant_id, sale.checkout_id, until],
  )
}

const factsOf = ({ age, total_cents: total, num_instalments: instalments }: Sale): DecisionFacts => ({
  document: 'valid',
  ageYears: age,
  amountCents: cents(BigInt(total)),
  minCents: cents(3_000),
  maxCents: cents(300_000),
  monthlyCents: cents(Math.ceil(Number(total) / instalments)),
  recentRequests: 0,
  livePlans: 0,
  owedCents: cents(0),
  hasDefaulted: false,
  challengePassed: false,
  bank: 'not_asked',
  reviewed: false,
})
