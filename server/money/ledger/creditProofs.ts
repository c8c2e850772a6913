import { sql, type Sql } from '../../platform/database/sql.ts'

/** Invariants of what is owed to customers, in words, each with the query that returns its violations (`what` names one). */
export const creditProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  [
    'a refund beyond what was owed is a credit of that amount, and no other is',
    sql`
    select coalesce(r.id, c.id)::text || ': refunded ' || coalesce(r.credit_to_customer_cents, 0) || ', credit ' || coalesce(c.amount_cents, 0) as what
    from (select * from refunds where state = 'completed' and credit_to_customer_cents > 0) r
      full join customer_credits c on c.merchant_id = r.merchant_id and c.mode = r.mode and c.id = r.id
    where r.credit_to_customer_cents is distinct from c.amount_cents or r.operation_id <> c.operation_id`,
  ],
  [
    'what is owed to a customer in the books is what is neither paid nor under way, and what partners have is what is under way',
    sql`
    select coalesce(b.operation_id, c.operation_id)::text || ': books ' || coalesce(b.owed, 0) || '/' || coalesce(b.clearing, 0) || '/' || coalesce(b.cash, 0)
      || ', credits ' || coalesce(c.owed, 0) || '/' || coalesce(c.under_way, 0) || '/' || coalesce(c.paid, 0) as what
    from (select j.merchant_id, j.mode, j.operation_id, coalesce(-sum(l.amount_cents) filter (where l.account = 'consumer_credit'), 0) as owed,
          coalesce(-sum(l.amount_cents) filter (where l.account = 'partner_clearing'), 0) as clearing,
          coalesce(-sum(l.amount_cents) filter (where l.account = 'cash'), 0) as cash
        from ledger_journals j join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id
        where j.kind = 'credit_payment' or j.kind in ('refund', 'cancel') and l.account = 'consumer_credit' group by 1, 2, 3) b
      full join (select merchant_id, mode, operation_id, sum(amount_cents - paid_cents - under_way_cents) as owed, sum(under_way_cents) as under_way, sum(paid_cents) as paid
        from customer_credits group by 1, 2, 3) c on c.merchant_id = b.merchant_id and c.mode = b.mode and c.operation_id = b.operation_id
    where (coalesce(b.owed, 0), coalesce(b.clearing, 0), coalesce(b.cash, 0)) <> (coalesce(c.owed, 0), coalesce(c.under_way, 0), coalesce(c.paid, 0))`,
  ],
  [
    'what was credited is what went to cards, by transfer and by hand, and what waits',
    sql`
    select c.id::text || ': paid ' || c.paid_cents || ', payments ' || coalesce(p.paid, 0) as what from customer_credits c
      left join (select merchant_id, mode, credit_id, coalesce(sum(amount_cents) filter (where state = 'succeeded'), 0) as paid,
          coalesce(sum(amount_cents) filter (where state in ('asked', 'pending')), 0) as under_way from credit_payments group by 1, 2, 3) p
        on p.merchant_id = c.merchant_id and p.mode = c.mode and p.credit_id = c.id
    where (c.paid_cents, c.under_way_cents) <> (coalesce(p.paid, 0), coalesce(p.under_way, 0)) or c.paid_cents + c.under_way_cents > c.amount_cents`,
  ],
  [
    'no charge gives back more than it took, and each what its refunds say',
    sql`
    select h.id::text || ': took ' || h.amount_cents || ', refunded ' || h.refunded_cents || ', refunds ' || coalesce(p.refunded, 0) as what from charges h
      left join (select merchant_id, mode, charge_id, sum(amount_cents) as refunded from credit_payments where kind = 'card' and state <> 'declined' group by 1, 2, 3) p
        on p.merchant_id = h.merchant_id and p.mode = h.mode and p.charge_id = h.id
    where h.refunded_cents <> coalesce(p.refunded, 0) or h.refunded_cents > case when h.state = 'captured' then h.amount_cents else 0 end`,
  ],
  [
    'what is left of a credit waits in the queue of its operation',
    sql`
    select c.id::text as what from customer_credits c left join credit_queue q on q.credit_id = c.id
    where c.state <> 'paid' and (q.merchant_id, q.mode, q.operation_id, q.left_cents) is distinct from (c.merchant_id, c.mode, c.operation_id, c.amount_cents - c.paid_cents)
      or c.state = 'paid' and q.left_cents <> 0`,
  ],
  [
    'no credit is older than three working days without a payment under way or a task',
    sql`
    select c.id::text as what from customer_credits c join credit_queue q on q.credit_id = c.id
    where c.mode = 'live' and c.state <> 'paid' and q.task_at < now() - interval '1 hour' and q.task_since is null
      and not exists (select from credit_payments p where p.merchant_id = c.merchant_id and p.mode = c.mode and p.credit_id = c.id and p.state in ('asked', 'pending'))`,
  ],
  [
    'a transfer to a customer that the bank has not answered waits in the queue',
    sql`
    select p.id::text as what from credit_payments p where p.kind = 'transfer' and p.state in ('asked', 'pending')
      and not exists (select from credit_transfer_queue q where q.merchant_id = p.merchant_id and q.payment_id = p.id and q.reference = p.reference)`,
  ],
  [
    'a customer is told that a credit was paid only once it was',
    sql`
    select d.id::text as what from deliveries d join customer_credits c on c.merchant_id = d.merchant_id and c.mode = d.mode and c.id = d.credit_id
      left join lateral (select sum(p.amount_cents) as sent from credit_payments p where p.merchant_id = c.merchant_id and p.mode = c.mode and p.credit_id = c.id
        and (p.state = 'succeeded' and p.done_at <= d.created_at or p.state = 'declined' and p.created_at <= d.created_at)) p on true
    where d.purpose = 'credit_paid' and coalesce(p.sent, 0) < c.amount_cents`,
  ],
]
