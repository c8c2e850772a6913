import type pg from 'pg'

/** Links of these days are shown at the till: those that the demo tells about, and no others. */
const shownDays = 4

/**
 * Gives the operations of the demo that have ended, or are repaid, the way of their customer through the checkout: who signed took every step, others as many
 * as their end allows, in shares that depend on their id. After the rows, on the owner's connection.
 */
export async function fillCheckouts(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `with sale as (
       select o.*, ('x' || substr(md5(o.id::text), 1, 6))::bit(24)::integer % 100 as share,
         least(coalesce(o.verified_at, o.created_at + interval '8 minutes'), coalesce(o.ended_at, 'infinity'), $1) - o.created_at as took
       from operations o join merchants m on m.id = o.merchant_id join accounts a on a.id = m.account_id and a.demo
       where o.substatus <> 'pending_customer' and o.customer_hidden_at is null
         and (o.channel = 'online' or o.created_at < $1::timestamptz - $2 * interval '1 day')
         and not exists (select from checkouts c where c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id)
     ), way as (
       select s.*, case when s.verified_at is not null or s.captured_cents > 0 then 4 when s.substatus = 'rejected' then 3 when s.substatus = 'stopped_duplicated' then 0
           when s.share < 34 then 0 when s.share < 60 then 1 when s.share < 78 then 2 else 4 end as steps
       from sale s
     ), written as (
       insert into checkouts (merchant_id, mode, id, operation_id, submit_type, progress, product, num_instalments, codes_sent, opened_at, consents_given_at,
         consent_confirmed_at, identified_at, decided_at, created_by, created_at)
       select w.merchant_id, w.mode, md5('checkout ' || w.id)::uuid, w.id, case w.channel when 'online' then 'online' else 'user' end,
         (array['created', 'opened', 'consent_confirmed', 'in_checkout', 'in_checkout'])[w.steps + 1], case when w.steps >= 2 then w.product end,
         case when w.steps >= 2 then w.num_instalments end, case when w.steps >= 2 then 1 else 0 end, case when w.steps >= 1 then w.created_at + 0.1 * w.took end,
         case when w.steps >= 2 then w.created_at + 0.3 * w.took end, case when w.steps >= 2 then w.created_at + 0.4 * w.took end,
         case when w.steps >= 3 then w.created_at + 0.6 * w.took end, case when w.steps >= 4 then w.created_at + 0.6 * w.took end, w.created_by, w.created_at
       from way w returning merchant_id, mode, id
     )
     insert into checkout_links (checkout_id, merchant_id, mode) select id, merchant_id, mode from written`,
    [now, shownDays],
  )
}
