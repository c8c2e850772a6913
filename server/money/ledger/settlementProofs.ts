import { sql, type Sql } from '../../platform/database/sql.ts'
import { shopDays } from './ledgerDays.ts'
import { lineRate, lineTerritory } from './lineTax.ts'

/** Invariants of settlements, in words, each with the query that returns its violations (`what` names one). */
export const settlementProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  [
    'the terms of a settlement are the sums of its lines',
    sql`
    select s.reference as what from settlements s left join (select merchant_id, mode, settlement_id, sum(net_cents) as net,
        sum(gross_cents) filter (where kind = 'order') as sales, sum(gross_cents) filter (where kind = 'refund') as refunds, sum(gross_cents) filter (where kind = 'cancel') as cancellations,
        sum(gross_cents) filter (where kind = 'chargeback') as chargebacks, sum(fee_cents) filter (where kind = 'chargeback') as dispute_fees, count(*) filter (where kind = 'chargeback') as many_chargebacks,
        sum(fee_cents) filter (where kind = 'order') as fees, sum(fee_cents) filter (where kind in ('refund', 'cancel')) as fees_back,
        sum(fee_cents) filter (where kind = 'fee_minimum') as minimum_fees, sum(net_cents) filter (where kind = 'repayment') as repaid, count(*) filter (where kind = 'repayment') as repayments,
        sum(vat_cents) filter (where kind in ('order', 'fee_minimum', 'vat_rounding', 'chargeback')) as vat, sum(vat_cents) filter (where kind in ('refund', 'cancel')) as vat_back,
        sum(subsidy_cents) filter (where kind = 'order') as subsidies, sum(subsidy_cents) filter (where kind <> 'order') as subsidies_back,
        count(*) filter (where kind = 'order') as orders, count(*) filter (where kind = 'refund') as many_refunds, count(*) filter (where kind = 'cancel') as cancels, count(*) filter (where kind = 'fee_minimum') as minimums, count(*) filter (where kind = 'vat_rounding') as roundings
      from settlement_lines where settlement_id is not null group by 1, 2, 3) l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
    where (s.sales_cents, s.refunds_cents, s.cancellations_cents, s.fees_cents, s.fee_refunds_cents, s.minimum_fees_cents, s.vat_cents, s.vat_refunds_cents, s.subsidies_cents, s.subsidy_refunds_cents)
        is distinct from (coalesce(l.sales, 0), coalesce(l.refunds, 0), coalesce(l.cancellations, 0), coalesce(-l.fees, 0), coalesce(-l.fees_back, 0), coalesce(-l.minimum_fees, 0), coalesce(-l.vat, 0),
          coalesce(-l.vat_back, 0), coalesce(-l.subsidies, 0), coalesce(-l.subsidies_back, 0))
      or (s.chargebacks_cents, s.dispute_fees_cents, s.chargeback_count) is distinct from (coalesce(l.chargebacks, 0), coalesce(-l.dispute_fees, 0), coalesce(l.many_chargebacks, 0))
      or (s.repayments_cents, s.order_count, s.refund_count, s.cancel_count, s.minimum_fee_count, s.repayment_count, s.vat_rounding_count)
        is distinct from (coalesce(l.repaid, 0), coalesce(l.orders, 0), coalesce(l.many_refunds, 0), coalesce(l.cancels, 0), coalesce(l.minimums, 0), coalesce(l.repayments, 0), coalesce(l.roundings, 0))
      or s.opening_cents + coalesce(l.net, 0) + s.reserve_held_cents + s.reserve_released_cents <> s.net_cents + s.closing_cents`,
  ],
  [
    'a settlement of one tax has no line of another',
    sql`
    select distinct s.reference as what from settlements s join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
      left join operations o on o.merchant_id = l.merchant_id and o.mode = l.mode and o.id = l.operation_id
    where s.only_vat_bps is not null and l.kind <> 'repayment' and (${lineTerritory}, ${lineRate}) is distinct from (s.only_tax_territory, s.only_vat_bps)`,
  ],
  [
    'a settlement opens with what the one before it left',
    sql`
    select s.reference as what from (select reference, opening_cents, lag(closing_cents, 1, 0::bigint) over (partition by merchant_id, mode order by value_on) as left_before from settlements) s
    where s.opening_cents <> s.left_before`,
  ],
  [
    'a settled line is of the settlement’s value date and came before its cut-off',
    sql`
    select l.id::text as what from settlement_lines l join settlements s on s.merchant_id = l.merchant_id and s.mode = l.mode and s.id = l.settlement_id
    where l.value_on <> s.value_on or l.occurred_at >= s.cut_off_at or s.cut_off_at <> s.value_on::timestamp at time zone 'Europe/Madrid'`,
  ],
  [
    'what a settlement releases was held back by earlier ones',
    sql`
    select s.reference as what from settlements s left join (select merchant_id, mode, reserve_released_in, sum(reserve_held_cents) as held from settlements group by 1, 2, 3) h
      on h.merchant_id = s.merchant_id and h.mode = s.mode and h.reserve_released_in = s.id
    where s.reserve_released_cents <> coalesce(-h.held, 0)`,
  ],
  [
    'a payout is what its settlement pays, and stands where that stands',
    sql`
    select s.reference as what from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
    where p.amount_cents <> s.net_cents or (p.state = 'confirmed') <> (s.status = 'paid') or (p.state = 'returned') <> (s.status = 'returned')
      or (s.status = 'compensated') <> (s.net_cents = 0) or (s.status = 'paid') <> (s.paid_at is not null)`,
  ],
  [
    'what was paid to a shop in the books is what its paid settlements say',
    sql`
    select coalesce(b.merchant_id, s.merchant_id)::text || ' ' || coalesce(b.mode, s.mode) || ': books ' || coalesce(b.paid, 0) || ', settlements ' || coalesce(s.paid, 0) as what
    from (select j.merchant_id, j.mode, sum(l.amount_cents) as paid from ledger_journals j
        join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id and l.account = 'merchant_payable' where j.kind = 'payout' group by 1, 2) b
      full join (select merchant_id, mode, sum(net_cents) as paid from settlements where status = 'paid' group by 1, 2) s on s.merchant_id = b.merchant_id and s.mode = b.mode
    where coalesce(b.paid, 0) <> coalesce(s.paid, 0)`,
  ],
  [
    'what a shop paid of its debt in the books is what its lines say',
    sql`
    select coalesce(b.merchant_id, l.merchant_id)::text || ' ' || coalesce(b.mode, l.mode) || ': books ' || coalesce(b.paid, 0) || ', lines ' || coalesce(l.paid, 0) as what
    from (select j.merchant_id, j.mode, sum(l.amount_cents) as paid from ledger_journals j
        join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id and l.account = 'cash' where j.kind = 'repayment' group by 1, 2) b
      full join (select merchant_id, mode, sum(net_cents) as paid from settlement_lines where kind = 'repayment' group by 1, 2) l on l.merchant_id = b.merchant_id and l.mode = b.mode
    where coalesce(b.paid, 0) <> coalesce(l.paid, 0)`,
  ],
  [
    'a debit is a line of what it charged, and one that was given back another of the same',
    sql`
    select coalesce(d.reference, l.repayment_reference) as what
    from (select merchant_id, mode, reference, booked_at is not null as charged, state = 'returned' as back, charged_cents from debits) d
      full join (select merchant_id, mode, repayment_reference, sum(net_cents) filter (where repayment_of = 'debit') as charged, sum(net_cents) filter (where repayment_of = 'debit_return') as back
        from settlement_lines where repayment_of in ('debit', 'debit_return') group by 1, 2, 3) l on l.merchant_id = d.merchant_id and l.mode = d.mode and l.repayment_reference = d.reference
    where d.reference is null or coalesce(l.charged, 0) <> case when d.charged then d.charged_cents else 0 end or coalesce(l.back, 0) <> case when d.back then -d.charged_cents else 0 end`,
  ],
  [
    'what a bank knows by a reference has it alone among all shops',
    sql`
    select coalesce(k.kind, r.kind) || ' ' || coalesce(k.reference, r.reference) as what
    from (select 'payout' as kind, reference, merchant_id from payouts
        union all select 'debit', reference, merchant_id from debits
        union all select 'mandate', reference, merchant_id from debit_mandates
        union all select 'credit', reference, merchant_id from credit_payments where kind = 'transfer'
        union all select 'transfer', repayment_reference, merchant_id from settlement_lines where repayment_of = 'transfer' and not repayment_undone) k
      full join bank_references r on r.kind = k.kind and r.reference = k.reference and r.merchant_id = k.merchant_id
    where r.kind is null
      or (k.kind is null and r.kind = 'transfer' and exists (select from ledger_journals j where j.merchant_id = r.merchant_id and j.mode = 'live'))`,
  ],
  [
    'the provider lists each settlement and payout as it is',
    sql`
    select s.reference as what from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
      left join listed_settlements l on l.merchant_id = s.merchant_id and l.id = s.id
    where s.mode = 'live' and (l.reference, l.value_on, l.net_cents, l.closing_cents, l.status, l.iban_last4, l.payout_state, l.payout_reference, l.sent_at, l.done_at, l.return_code)
      is distinct from (s.reference, s.value_on, s.net_cents, s.closing_cents, s.status, s.iban_last4, p.state, p.reference, p.sent_at, p.done_at, p.return_code)`,
  ],
  [
    'the provider lists each debit as it is',
    sql`
    select d.reference as what from debits d left join listed_debits l on l.merchant_id = d.merchant_id and l.id = d.id
    where (l.reference, l.state, l.announced_cents, l.charged_cents, l.due_on, l.done_at, l.reason_code)
      is distinct from (d.reference, d.state, d.announced_cents, d.charged_cents, d.due_on, d.done_at, d.reason_code)`,
  ],
  [
    'the provider lists each invoice with its amounts',
    sql`
    select i.series || ' ' || i.number as what from invoices i left join assigned_invoice_numbers n on n.invoice_id = i.id and n.series = i.series and n.year = i.year and n.number = i.number
    where (n.kind, n.issued_on, n.period_from, n.base_cents, n.vat_cents, n.exempt_cents, n.total_cents)
      is distinct from (i.kind, i.issued_on, i.period_from, i.base_cents, i.vat_cents, i.exempt_cents, i.total_cents)`,
  ],
  [
    'the days of the ledger are the sums of its lines',
    sql`
    select coalesce(b.day, d.day) || ' ' || coalesce(b.account, d.account) || ' of ' || coalesce(b.merchant_id, d.merchant_id) as what
    from (select l.merchant_id, (j.at at time zone 'Europe/Madrid')::date as day, j.kind, l.account, coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0) as debit,
          coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0) as credit, count(*) as lines
        from ledger_lines l join ledger_journals j on j.merchant_id = l.merchant_id and j.mode = l.mode and j.id = l.journal_id where l.mode = 'live' group by 1, 2, 3, 4) b
      full join (select s.merchant_id, s.day, s.kind, s.account, sum(s.debit_cents) as debit, sum(s.credit_cents) as credit, sum(s.lines) as lines from ${shopDays} s
        where s.merchant_id in (select j.merchant_id from ledger_journals j where j.mode = 'live') group by 1, 2, 3, 4) d
      on d.merchant_id = b.merchant_id and d.day = b.day and d.kind = b.kind and d.account = b.account
    where (b.debit, b.credit, b.lines) is distinct from (d.debit, d.credit, d.lines)`,
  ],
  [
    'what is owed to a shop in the books is what waits, what is carried, what is held back and what is not paid yet',
    sql`
    select coalesce(b.merchant_id, s.merchant_id)::text || ' ' || coalesce(b.mode, s.mode) || ': books ' || coalesce(b.owed, 0) || ', settlements and lines ' || coalesce(s.owed, 0) as what
    from (select merchant_id, mode, -sum(amount_cents) as owed from ledger_lines where account = 'merchant_payable' group by 1, 2) b
      full join (select merchant_id, mode, sum(owed) as owed from (
          select merchant_id, mode, net_cents as owed from settlement_lines where settlement_id is null
          union all select merchant_id, mode, case when status in ('closed', 'returned') then net_cents else 0 end
              - case when reserve_released_in is null then reserve_held_cents else 0 end from settlements
          union all (select distinct on (merchant_id, mode) merchant_id, mode, closing_cents from settlements order by merchant_id, mode, value_on desc)) parts group by 1, 2) s
        on s.merchant_id = b.merchant_id and s.mode = b.mode
    where coalesce(b.owed, 0) <> coalesce(s.owed, 0)`,
  ],
]
