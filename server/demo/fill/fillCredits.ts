import type pg from 'pg'
import { creditTaskAt } from '#domain/money/customerCredit'
import { bigShopName } from '../personas.ts'

/**
 * Pays what refunds gave back beyond what customers still owed: to the charges that paid it, newest first, half a minute after each refund. After the rows,
 * their charges and their journals.
 */
export async function fillCredits(client: pg.Client, merchantIds: readonly string[], now: Date): Promise<void> {
  await client.query(
    `insert into customer_credits (merchant_id, mode, id, operation_id, amount_cents, paid_cents, state, created_at, paid_at)
     select r.merchant_id, r.mode, r.id, r.operation_id, r.credit_to_customer_cents, r.credit_to_customer_cents, 'paid', r.completed_at, r.completed_at + interval '30 seconds'
     from refunds r where r.merchant_id = any($1) and r.state = 'completed' and r.credit_to_customer_cents > 0`,
    [merchantIds],
  )
  // Credits and charges of an operation, each laid end to end: where they overlap, the charge gives back.
  await client.query(
    `insert into credit_payments (merchant_id, mode, id, credit_id, kind, amount_cents, state, charge_id, reference, created_at, done_at)
     select c.merchant_id, c.mode, md5(c.id || ' ' || h.id)::uuid, c.id, 'card', least(c.until, h.until) - greatest(c.since, h.since), 'succeeded', h.id,
       'sim_refund_' || left(md5(c.id || ' ' || h.id), 24), c.paid_at, c.paid_at
     from (select k.*, sum(amount_cents) over w - amount_cents as since, sum(amount_cents) over w as until from customer_credits k where k.merchant_id = any($1)
         window w as (partition by merchant_id, mode, operation_id order by created_at, id)) c
       join (select g.*, sum(amount_cents) over w - amount_cents as since, sum(amount_cents) over w as until from charges g
         where g.merchant_id = any($1) and g.state = 'captured'
           and exists (select from customer_credits k where k.merchant_id = g.merchant_id and k.mode = g.mode and k.operation_id = g.operation_id)
         window w as (partition by merchant_id, mode, operation_id order by created_at desc, id desc)) h
         on h.merchant_id = c.merchant_id and h.mode = c.mode and h.operation_id = c.operation_id and h.since < c.until and c.since < h.until`,
    [merchantIds],
  )
  // Just filled: a plan for tables of a few rows would read all charges for each payment.
  await client.query('analyze charges, credit_payments')
  await client.query(
    `update charges h set refunded_cents = p.back from (select merchant_id, mode, charge_id, sum(amount_cents) as back from credit_payments
       where merchant_id = any($1) group by 1, 2, 3) p where h.merchant_id = p.merchant_id and h.mode = p.mode and h.id = p.charge_id`,
    [merchantIds],
  )
  await client.query(
    `with journal as (insert into ledger_journals (merchant_id, mode, id, kind, operation_id, at)
       select c.merchant_id, c.mode, md5('paid ' || c.id)::uuid, 'credit_payment', c.operation_id, c.paid_at from customer_credits c where c.merchant_id = any($1))
     insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents)
     select c.merchant_id, c.mode, md5('paid ' || c.id)::uuid, l.account, l.sign * c.amount_cents from customer_credits c,
       (values ('consumer_credit', 1), ('cash', -1)) l (account, sign) where c.merchant_id = any($1)`,
    [merchantIds],
  )
  await client.query(
    `insert into credit_queue (credit_id, merchant_id, mode, operation_id, amount_cents, left_cents, state, created_at, due_at, task_at)
     select c.id, c.merchant_id, c.mode, c.operation_id, c.amount_cents, 0, 'paid', c.created_at, c.paid_at + interval '30 days', c.created_at + interval '3 days'
     from customer_credits c where c.merchant_id = any($1) and c.paid_at > $2::timestamptz - interval '30 days'`,
    [merchantIds, now],
  )
}

/** E-mails that say that a credit was sent; none in test mode. After `fillCredits`. */
export async function fillCreditEmails(client: pg.Client): Promise<void> {
  await client.query(
    `insert into deliveries (merchant_id, mode, id, credit_id, channel, purpose, recipient, state, generation, created_at, done_at)
     select c.merchant_id, c.mode, md5('told ' || c.id)::uuid, c.id, 'email', 'credit_paid', left(o.email, 1) || '•••' || substring(o.email from '@.*$'), 'sent', 1,
       c.paid_at, c.paid_at + interval '4 seconds'
     from customer_credits c join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
     where c.mode = 'live' and c.state = 'paid' and o.email <> ''`,
  )
}

type Newest = { merchant_id: string; id: string; created_at: Date }

/**
 * Leaves two credits of the demo's big shop unpaid, the newest that are older than a day and a week: the card refused them and the customer has given no
 * account, so that the older one is a task for staff. Before the e-mails.
 */
export async function leaveUnpaid(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<Newest>(
    `select distinct on (d.days) c.merchant_id, c.id, c.created_at from (values (1), (7)) d (days), customer_credits c join merchants m on m.id = c.merchant_id
     where m.name = $1 and c.mode = 'live' and c.created_at < $2::timestamptz - make_interval(days => d.days) and (d.days = 7 or c.created_at > $2::timestamptz - interval '7 days')
       and (select count(*) from customer_credits k where k.merchant_id = c.merchant_id and k.mode = c.mode and k.operation_id = c.operation_id) = 1
     order by d.days, c.created_at desc, c.id desc`,
    [bigShopName, now],
  )
  for (const { merchant_id: merchantId, id, created_at: createdAt } of rows) {
    const taskAt = creditTaskAt(createdAt)
    const creditKey = [merchantId, id]
    await client.query(
      `update charges h set refunded_cents = h.refunded_cents - p.amount_cents from credit_payments p
       where p.merchant_id = $1 and p.mode = 'live' and p.credit_id = $2 and h.merchant_id = p.merchant_id and h.mode = p.mode and h.id = p.charge_id`,
      creditKey,
    )
    await client.query(
      `update credit_payments set state = 'declined', reason = 'expired_or_canceled_card' where merchant_id = $1 and mode = 'live' and credit_id = $2`,
      creditKey,
    )
    await client.query(
      `update customer_credits set paid_cents = 0, state = 'needs_account', paid_at = null, asked_at = created_at + interval '30 seconds'
       where merchant_id = $1 and mode = 'live' and id = $2`,
      creditKey,
    )
    await client.query(
      `delete from ledger_lines where merchant_id = $1 and mode = 'live' and journal_id = md5('paid ' || $2::text)::uuid`,
      creditKey,
    )
    await client.query(
      `delete from ledger_journals where merchant_id = $1 and mode = 'live' and id = md5('paid ' || $2::text)::uuid`,
      creditKey,
    )
    await client.query(
      `insert into credit_queue (credit_id, merchant_id, mode, operation_id, amount_cents, left_cents, state, created_at, due_at, task_at, task_since, reminders, link_generation)
       select c.id, c.merchant_id, c.mode, c.operation_id, c.amount_cents, c.amount_cents, c.state, c.created_at, $3, $4, $5, 2, 1
       from customer_credits c where c.merchant_id = $1 and c.mode = 'live' and c.id = $2
       on conflict (credit_id) do update set left_cents = excluded.left_cents, state = excluded.state, due_at = excluded.due_at, task_at = excluded.task_at,
         task_since = excluded.task_since, reminders = excluded.reminders, link_generation = excluded.link_generation`,
      [...creditKey, taskAt > now ? taskAt : null, taskAt, taskAt > now ? null : taskAt],
    )
  }
}
