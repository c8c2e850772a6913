import { sql, type Sql } from '../../platform/database/sql.ts'

/** Invariants of card disputes, in words, each with the query that returns its violations (`what` names one). */
export const disputeProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  [
    'every cent that a customer’s bank withdrew stands in the ledger: held, borne by the provider, or charged to the shop with the fee',
    sql`
    select coalesce(b.operation_id, d.operation_id)::text || ': books ' || array_to_string(b.sums, '/') || ', disputes ' || array_to_string(d.sums, '/') as what
    from (select j.merchant_id, j.mode, j.operation_id, array[coalesce(sum(l.amount_cents) filter (where l.account = 'disputed_funds'), 0),
          coalesce(sum(l.amount_cents) filter (where l.account = 'dispute_losses'), 0), coalesce(sum(l.amount_cents) filter (where l.account = 'dispute_fees'), 0),
          coalesce(sum(l.amount_cents) filter (where l.account = 'merchant_payable'), 0), coalesce(-sum(l.amount_cents) filter (where l.account = 'cash'), 0)] as sums
        from ledger_journals j join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id where j.kind = 'dispute' group by 1, 2, 3) b
      full join (select merchant_id, mode, operation_id, array[sum(held_cents), sum(provider_cents), sum(fee_cents), sum(merchant_cents + merchant_fee_cents + merchant_vat_cents),
          sum(withdrawn_cents + fee_cents)] as sums from card_disputes group by 1, 2, 3) d
        on d.merchant_id = b.merchant_id and d.mode = b.mode and d.operation_id = b.operation_id
    where coalesce(b.sums, array[0, 0, 0, 0, 0]::numeric[]) <> coalesce(d.sums, array[0, 0, 0, 0, 0]::numeric[])`,
  ],
  [
    'what a lost dispute costs the shop is what its settlement lines say, and no other dispute costs it anything',
    sql`
    select coalesce(d.id, l.dispute_id)::text || ': dispute ' || coalesce(d.merchant_cents, 0) || ', lines ' || coalesce(l.gross, 0) as what
    from (select * from card_disputes where merchant_cents <> 0 or merchant_fee_cents <> 0) d
      full join (select merchant_id, mode, dispute_id, -sum(gross_cents) as gross, sum(fee_cents) as fee, sum(vat_cents) as vat from settlement_lines
        where kind = 'chargeback' group by 1, 2, 3) l on l.merchant_id = d.merchant_id and l.mode = d.mode and l.dispute_id = d.id
    where (coalesce(d.merchant_cents, 0), coalesce(d.merchant_fee_cents, 0), coalesce(d.merchant_vat_cents, 0)) <> (coalesce(l.gross, 0), coalesce(l.fee, 0), coalesce(l.vat, 0))`,
  ],
  [
    'the shop bears a dispute that it did not contest or gave no evidence for, and no other unless it sold against the rules',
    sql`
    select d.id::text as what from card_disputes d where d.state = 'lost'
      and (d.bearer = 'provider') <> (d.answer is not distinct from 'evidence' and d.sold_by_rules)`,
  ],
  [
    'no charge is disputed twice for more than it took',
    sql`
    select c.id::text || ': took ' || c.amount_cents || ', withdrawn ' || d.withdrawn as what from charges c
      join (select merchant_id, mode, charge_id, sum(withdrawn_cents) as withdrawn from card_disputes group by 1, 2, 3) d
        on d.merchant_id = c.merchant_id and d.mode = c.mode and d.charge_id = c.id
    where c.state <> 'captured' or d.withdrawn > c.amount_cents`,
  ],
  [
    'what is disputed of an operation is its undecided and lost disputes, and while one is undecided its plan is not collected',
    sql`
    select o.id::text || ': disputed ' || o.disputed_cents as what from operations o
      left join (select merchant_id, mode, operation_id, sum(amount_cents) filter (where state in ('needs_response', 'under_review', 'lost')) as disputed,
          bool_or(state in ('needs_response', 'under_review')) as undecided from card_disputes group by 1, 2, 3) d
        on d.merchant_id = o.merchant_id and d.mode = o.mode and d.operation_id = o.id
    where o.disputed_cents <> coalesce(d.disputed, 0) or d.undecided and o.substatus = 'payment_process'`,
  ],
  [
    'the provider lists each card dispute as it is',
    sql`
    select d.id::text as what from card_disputes d left join card_dispute_queue q on q.dispute_id = d.id
    where (q.merchant_id, q.mode, q.operation_id, q.provider, q.reference, q.reason, q.state, q.amount_cents, q.opened_at, q.evidence_due_at, q.answer, q.answered_at, q.act,
        q.submitted_at, q.bearer, q.closed_at)
      is distinct from (d.merchant_id, d.mode, d.operation_id, d.provider, d.reference, d.reason, d.state, d.amount_cents, d.opened_at, d.evidence_due_at, d.answer, d.answered_at,
        d.act, d.submitted_at, d.bearer, d.closed_at)
      or q.due_at is null and (d.act is not null or d.state in ('inquiry', 'needs_response', 'under_review'))`,
  ],
]
