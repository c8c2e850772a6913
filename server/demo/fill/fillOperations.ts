import type pg from 'pg'
import { addDays, madridDay } from '#domain/platform/dates'
import { identityKeptUntil } from '#domain/merchants/retention'
import { trigrams, normaliseText } from '#domain/sales/operations/search'
import { idOf } from '../accounts.ts'
import { bigShopName } from '../personas.ts'

/** Author, mentioned member and text of notes on the newest orders that wait for the shop. */
const notes = [
  { by: 'editor.empresa', asks: 'owner.empresa', text: 'La clienta pregunta si puede recogerlo el sábado. ¿Lo confirmas tú?' },
  { by: 'admin.empresa', asks: null, text: 'Avisado el almacén: sale el martes por la mañana.' },
  { by: 'owner.empresa', asks: 'editor.empresa', text: 'Llama antes de capturar: quería cambiar el color.' },
] as const

/** Time between the order and the note. */
const AFTER_MS = 12 * 60_000

/** Gives the demo's big shop internal notes, two of them with a mention. After the rows. */
export async function fillNotes(client: pg.Client, now: Date): Promise<void> {
  const orders = await client.query<{ merchant_id: string; id: string; created_at: Date }>(
    `select o.merchant_id, o.id, o.created_at from operations o join merchants m on m.id = o.merchant_id join members u on u.account_id = m.account_id
     where m.name = $1 and u.email = 'owner.empresa@demo.test' and o.mode = 'live' and o.substatus = 'pending_merchant' order by o.created_at desc, o.id limit $2`,
    [bigShopName, notes.length],
  )
  for (const [nth, { by, asks, text }] of notes.entries()) {
    const order = orders.rows[nth]
    if (!order) continue
    const at = new Date(Math.min(now.getTime(), order.created_at.getTime() + AFTER_MS))
    const place = [order.merchant_id, idOf(`note ${nth}`), order.id]
    await client.query(
      `insert into operation_notes (merchant_id, mode, id, operation_id, text, created_at, created_by)
       select $1, 'live', $2, $3, $4, $5, u.id from members u where u.email = $6`,
      [...place, text, at, `${by}@demo.test`],
    )
    if (asks === null) continue
    await client.query(
      `insert into note_mentions (merchant_id, mode, id, note_id, operation_id, user_id, created_at)
       select $1, 'live', $4, $2, $3, u.id, $5 from members u where u.email = $6`,
      [...place, idOf(`mention ${nth}`), at, `${asks}@demo.test`],
    )
  }
}

type DemoView = { name: string; filters: Record<string, string>; own?: string; watched?: boolean }

/** Typical saved views of such a shop; no role opens with one, so that the demo opens on the whole list. */
const views: readonly DemoView[] = [
  { name: 'Por capturar', filters: { status: 'in_process', substatus: 'pending_merchant' } },
  { name: 'Más de 300 € por cerrar', filters: { status: 'in_process', min_amount: '30000' }, watched: true },
  { name: 'Suspendidas', filters: { status: 'accepted', substatus: 'payment_suspended' } },
  { name: 'En tienda, de mayor a menor', filters: { channel: 'in_store', ordering: '-total_amount' }, own: 'editor.empresa@demo.test' },
]

/** Gives the demo's big shop saved views, shared and personal. After the rows. */
export async function fillViews(client: pg.Client, now: Date): Promise<void> {
  for (const { name, filters, own, watched } of views) {
    const filterPairs = Object.entries(filters).map(([key, value]) => ({ key, value }))
    await client.query(
      `insert into operation_views (merchant_id, mode, id, user_id, name, name_key, filters, watched_since, created_at, created_by)
       select m.id, 'live', $2, o.id, $3, $4, $5, $6, $7, coalesce(o.id, u.id) from merchants m join members u on u.email = 'owner.empresa@demo.test'
         left join members o on o.email = $8 where m.name = $1 and m.account_id = u.account_id`,
      [bigShopName, idOf(`view ${name}`), name, normaliseText(name), JSON.stringify(filterPairs), watched ? now : null, now, own ?? null],
    )
  }
}

/** Sets the last visit of every member of the demo's big shop to yesterday's closing time, so that the list shows changes since. After the rows. */
export async function fillVisits(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `insert into operation_visits (merchant_id, mode, user_id, since, last_at)
     select m.id, s.mode, u.id, l.at, l.at from merchants m join members u on u.account_id = m.account_id
       cross join unnest(enum_range(null::mode)) s (mode) cross join (select ($2::date + time '18:40') at time zone 'Europe/Madrid' as at) l
     where m.name = $1`,
    [bigShopName, addDays(madridDay(now), -1)],
  )
}

/** E-mails to customers about released refunds: one each, seconds later; none in test mode. After the rows. */
export async function fillRefundEmails(client: pg.Client): Promise<void> {
  await client.query(
    `insert into deliveries (merchant_id, mode, id, channel, purpose, recipient, state, problem, generation, created_at, done_at)
     select r.merchant_id, r.mode, r.id, 'email', 'refund', left(o.email, 1) || '•••' || substring(o.email from '@.*$'),
       case r.mode when 'live' then 'sent' else 'not_sent' end, case r.mode when 'sandbox' then 'sandbox' end, 1, r.completed_at, r.completed_at + interval '4 seconds'
     from refunds r join operations o on o.merchant_id = r.merchant_id and o.mode = r.mode and o.id = r.operation_id
     where r.state = 'completed' and o.email <> ''`,
  )
}

const DAY = 86_400_000
const owner = 'owner.empresa@demo.test'
/** The newest fully paid sales to search: enough to find a customer who bought only once. */
const looked = 60

type Ended = { merchant_id: string; id: string; mid: string | null; email: string; document_number: string | null; concluded_at: Date }

/** Newest sales of the big shop that were fully paid before an instant, with index scans only: the tables have no statistics yet when the demo is filled. */
async function newestEnded(client: pg.Client, before: Date): Promise<Ended[]> {
  const { rows } = await client.query<Ended>(
    `select o.merchant_id, o.id, o.mid, o.email, o.document_number, i.concluded_at
     from (select m.id from merchants m join members u on u.account_id = m.account_id where m.name = $1 and u.email = $2) m
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

/** Simulates that the demo's owner erased one customer on request, some days ago: the sale as the shop now sees it, and the receipt. After the rows. */
export async function fillErasures(client: pg.Client, now: Date): Promise<void> {
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
  await client.query(`update operation_trigrams set grams = $3 where merchant_id = $1 and mode = 'live' and operation_id = $2`, [
    ...place,
    trigrams(`${ended.merchant_id}:live`, words),
  ])
  await client.query(
    `insert into customer_erasures (merchant_id, mode, operation_id, ground, asked_at, asked_by, done_at, gone)
     select $1, 'live', $2, 'request', $3, u.id, $3, $4 from members u where u.email = $5`,
    [...place, askedAt, JSON.stringify(await removeTraces(client, place)), owner],
  )
}

/** Erases the customer's data outside the operation. Returns the counts for the receipt. */
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
