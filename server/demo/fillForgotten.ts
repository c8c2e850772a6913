import type pg from 'pg'
import { identityKeptUntil } from '#domain/merchants/retention'
import { trigrams, normaliseText } from '#domain/sales/operations/search'
import { bigShopName } from './personas.ts'

const DAY = 86_400_000
const owner = 'owner.empresa@demo.test'
/** The newest sales that are paid in full: among so many somebody has bought just once. */
const looked = 60

type Ended = { merchant_id: string; id: string; mid: string | null; email: string; document_number: string | null; concluded_at: Date }

/** Newest sales of the big shop that were paid in full before an instant, by indexes alone: nothing has been counted yet when the demo is filled. */
async function newestEnded(client: pg.Client, before: Date): Promise<Ended[]> {
  const { rows } = await client.query<Ended>(
    `select o.merchant_id, o.id, o.mid, o.email, o.document_number, i.concluded_at
     from (select m.id from merchants m join users u on u.account_id = m.account_id where m.name = $1 and u.email = $2) m
       cross join lateral (select * from operations o where o.merchant_id = m.id and o.mode = 'live' and o.substatus = 'payment_completed'
         and o.confirmed_at is not null and o.held_cents = 0 order by o.created_at desc, o.id desc limit $4) o
       cross join lateral (select max(i.paid_at) as concluded_at from instalments i
         where i.merchant_id = o.merchant_id and i.mode = 'live' and i.operation_id = o.id) i
     where i.concluded_at < $3 order by o.created_at desc, o.id desc`,
    [bigShopName, owner, before, looked],
  )
  return rows
}

/** Whether the customer of a sale bought nothing else in the shop; by e-mail and by document, each with its index. */
async function boughtOnce(
  client: pg.Client,
  { merchant_id: merchantId, id, email, document_number: documentNumber }: Ended,
): Promise<boolean> {
  const { rows } = await client.query<{ once: boolean }>(
    `select not exists (select from operations where merchant_id = $1 and mode = 'live' and email = $3 and id <> $2)
       and not exists (select from operations where merchant_id = $1 and mode = 'live' and document_number = $4 and id <> $2) as once`,
    [merchantId, id, email, documentNumber],
  )
  return rows[0]?.once === true
}

/** Lets the demo's owner have erased one customer at their wish, some days ago: what the shop still sees of the sale, and the receipt. After the rows. */
export async function fillForgotten(client: pg.Client, now: Date): Promise<void> {
  const askedAt = new Date(now.getTime() - 9 * DAY)
  for (const ended of await newestEnded(client, askedAt)) if (await boughtOnce(client, ended)) return forget(client, ended, askedAt)
}

async function forget(client: pg.Client, ended: Ended, askedAt: Date): Promise<void> {
  const place = [ended.merchant_id, ended.id]
  await client.query(
    `insert into blocked_customers (merchant_id, mode, operation_id, told, blocked_at, keep_until)
     select o.merchant_id, o.mode, o.id, jsonb_strip_nulls(jsonb_build_object('first_name', o.first_name, 'last_name', o.last_name, 'email', o.email,
       'phone', o.phone, 'document_number', o.document_number)), $3, $4 from operations o where o.merchant_id = $1 and o.mode = 'live' and o.id = $2`,
    [...place, askedAt, identityKeptUntil({ isLive: true, hasContract: true, concludedAt: ended.concluded_at })],
  )
  const words = normaliseText(ended.mid ?? '')
  await client.query(
    `update operations set first_name = '', last_name = '', email = '', phone = null, document_number = null, search_text = $3, concluded_at = $4, customer_hidden_at = $5
     where merchant_id = $1 and mode = 'live' and id = $2`,
    [...place, words, ended.concluded_at, askedAt],
  )
  await client.query(`update operation_grams set grams = $3 where merchant_id = $1 and mode = 'live' and operation_id = $2`, [
    ...place,
    trigrams(`${ended.merchant_id}:live`, words),
  ])
  await client.query(
    `insert into customer_erasures (merchant_id, mode, operation_id, ground, asked_at, asked_by, done_at, gone)
     select $1, 'live', $2, 'request', $3, u.id, $3, $4 from users u where u.email = $5`,
    [...place, askedAt, JSON.stringify(await removeTraces(client, place)), owner],
  )
}

/** What named them beside the operation. Returns how much of each went, as a receipt tells it. */
async function removeTraces(client: pg.Client, place: readonly string[]): Promise<Record<string, number>> {
  const run = async (text: string) => (await client.query(text, [...place])).rowCount ?? 0
  const deliveries = await run(`delete from deliveries d where d.merchant_id = $1 and d.mode = 'live' and d.checkout_id in
    (select c.id from checkouts c where c.merchant_id = $1 and c.mode = 'live' and c.operation_id = $2)`)
  const cards = await run(`delete from payment_methods where merchant_id = $1 and mode = 'live' and operation_id = $2`)
  const comments = await run(
    `update refunds set comment = null where merchant_id = $1 and mode = 'live' and operation_id = $2 and comment is not null`,
  )
  await run(`update checkouts set birthday = null, address = null, notes = null, device_hash = null
    where merchant_id = $1 and mode = 'live' and operation_id = $2`)
  return { notes: 0, comments, deliveries, answers: 0, cards, reports: 0, audiences: 0, checks: 0, replies: 0 }
}
