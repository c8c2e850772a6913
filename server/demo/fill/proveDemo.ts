import type pg from 'pg'
import { prepared, sql, type Sql } from '../../platform/database/sql.ts'
import { campaignDeadlinesOf } from '../../sales/lifecycle/campaignDeadlines.ts'
import { deadlinesOf } from '../../sales/lifecycle/operationDeadlines.ts'
import { orphans } from '../load.ts'

type Proof = { says: string; finds: string }

const ofOperation = '(merchant_id, mode, operation_id)'
const operation = 'operations o'
const sums = (of: string, table: string, where = 'true') =>
  `(select merchant_id, mode, operation_id as id, ${of} from ${table} where ${where} group by merchant_id, mode, operation_id)`

/** Invariants over all shops; each query returns the rows that violate it. Amounts in cents. */
const proofs: readonly Proof[] = [
  {
    says: 'journals do not sum to zero over two lines or more',
    finds: `select from ledger_journals j left join (select merchant_id, mode, journal_id as id, sum(amount_cents) as total, count(*) as many from ledger_lines group by 1, 2, 3) l
      using (merchant_id, mode, id) where coalesce(l.total, 1) <> 0 or l.many < 2`,
  },
  {
    says: 'shops are owed other than their settlement lines say',
    finds: `select from ${sums('sum(net_cents) as net', 'settlement_lines', 'operation_id is not null')} s full join
      (select j.merchant_id, j.mode, j.operation_id as id, -sum(l.amount_cents) as owed from ledger_journals j
        join ledger_lines l on (l.merchant_id, l.mode, l.journal_id) = (j.merchant_id, j.mode, j.id)
        where l.account = 'merchant_payable' and j.operation_id is not null group by 1, 2, 3) j
      using (merchant_id, mode, id) where s.net is distinct from j.owed`,
  },
  {
    says: 'operations have amounts other than the sums of their settlement lines',
    finds: `select from ${operation} join ${sums('sum(net_cents) as net, sum(fee_cents) as fee, sum(vat_cents) as vat, sum(subsidy_cents) as subsidy', 'settlement_lines', `kind <> 'chargeback'`)} s
      using (merchant_id, mode, id) where (o.net_cents, o.fee_cents, o.vat_cents, o.subsidy_cents) is distinct from (s.net, s.fee, s.vat, s.subsidy)`,
  },
  {
    says: 'operations have captured other than their captures',
    finds: `select from ${operation} left join ${sums('sum(amount_cents) as amount, sum(refunded_cents) as refunded', 'captures')} c using (merchant_id, mode, id)
      where (o.captured_cents, o.refunded_cents) is distinct from (coalesce(c.amount, 0), coalesce(c.refunded, 0))`,
  },
  {
    says: 'operations have refunded other than their refunds',
    finds: `select from ${operation} left join ${sums('sum(amount_cents) as amount', 'refunds', `state <> 'undone'`)} r using (merchant_id, mode, id)
      where o.refunded_cents <> coalesce(r.amount, 0)`,
  },
  {
    says: 'plans owe other than what was financed less what refunds wrote off',
    finds: `select from ${operation} left join ${sums('sum(principal_cents) as principal', 'instalments')} i using (merchant_id, mode, id)
      left join ${sums('sum(amount_cents - credit_to_customer_cents) as written_off', 'refunds', `state = 'completed'`)} r using (merchant_id, mode, id)
      where o.captured_cents > 0 and o.refunded_cents < o.captured_cents
        and coalesce(i.principal, 0) <> o.captured_cents - o.downpayment_cents - coalesce(r.written_off, 0)`,
  },
  {
    says: 'operations show other next instalments or paid ones than their plans',
    finds: `select from ${operation} left join ${sums(
      `count(*) filter (where state = 'paid') as paid, min(due_on) filter (where state in ('pending', 'overdue') and amount_cents > 0) as due`,
      'instalments',
    )} i using (merchant_id, mode, id)
      where o.paid_instalments <> coalesce(i.paid, 0) or o.next_due_on is distinct from i.due or (o.substatus = 'payment_completed' and i.due is not null)`,
  },
  {
    says: 'shops have consumers who owe other than the ledger says',
    finds: `select from (select merchant_id, mode, sum(amount_cents) as booked from ledger_lines where account = 'consumer_receivable' group by 1, 2) l
      full join (select merchant_id, mode, sum(principal_cents) as owed from instalments where state in ('pending', 'overdue') group by 1, 2) i using (merchant_id, mode)
      where coalesce(l.booked, 0) <> coalesce(i.owed, 0)`,
  },
  {
    says: 'settlements have terms other than the sums of their lines',
    finds: `select from settlements s left join (select merchant_id, mode, settlement_id as id, sum(net_cents) as net, sum(gross_cents) filter (where kind = 'order') as sales,
        -sum(fee_cents + vat_cents + subsidy_cents) filter (where kind in ('order', 'fee_minimum', 'vat_rounding', 'chargeback')) as charges,
        sum(gross_cents) filter (where kind = 'chargeback') as chargebacks, count(*) as many from settlement_lines group by 1, 2, 3) l using (merchant_id, mode, id)
      where s.opening_cents + coalesce(l.net, 0) + s.reserve_held_cents + s.reserve_released_cents <> s.net_cents + s.closing_cents
        or (s.sales_cents, s.chargebacks_cents, s.fees_cents + s.minimum_fees_cents + s.dispute_fees_cents + s.vat_cents + s.subsidies_cents)
          is distinct from (coalesce(l.sales, 0), coalesce(l.chargebacks, 0), coalesce(l.charges, 0))
        or s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.vat_rounding_count + s.chargeback_count <> coalesce(l.many, 0)`,
  },
  {
    says: 'settlements open with other than the one before them left',
    finds: `select from (select opening_cents, lag(closing_cents, 1, 0::bigint) over (partition by merchant_id, mode order by value_on) as before from settlements) s
      where s.opening_cents <> s.before`,
  },
  {
    says: 'settlement lines are not in the one settlement of their value date',
    finds: `select from settlement_lines l left join settlements s on (s.merchant_id, s.mode, s.value_on) = (l.merchant_id, l.mode, l.value_on)
      where l.settlement_id is distinct from s.id or l.occurred_at >= s.cut_off_at
        or l.settlement_id is null and l.value_on <= (select max(value_on) from settlements m where m.merchant_id = l.merchant_id and m.mode = l.mode)`,
  },
  {
    says: 'settlements release other than was held back',
    finds: `select from settlements s left join (select merchant_id, mode, reserve_released_in as id, -sum(reserve_held_cents) as held from settlements group by 1, 2, 3) h
      using (merchant_id, mode, id) where s.reserve_released_cents <> coalesce(h.held, 0)`,
  },
  {
    says: 'paid settlements have no payout of their net',
    finds: `select from settlements s full join payouts p on (p.merchant_id, p.mode, p.settlement_id) = (s.merchant_id, s.mode, s.id)
      where (case when s.status = 'paid' then s.net_cents end) is distinct from p.amount_cents`,
  },
  {
    says: 'shops were paid other than their settlements say',
    finds: `select from (select j.merchant_id, j.mode, sum(l.amount_cents) as paid from ledger_journals j join ledger_lines l
        on (l.merchant_id, l.mode, l.journal_id) = (j.merchant_id, j.mode, j.id) where j.kind = 'payout' and l.account = 'merchant_payable' group by 1, 2) b
      full join (select merchant_id, mode, sum(net_cents) as paid from settlements where status = 'paid' group by 1, 2) s using (merchant_id, mode)
      where coalesce(b.paid, 0) <> coalesce(s.paid, 0)`,
  },
  {
    says: 'invoices charge other than the settlements of their month deducted, or are missing',
    finds: `select from (select merchant_id, date_trunc('month', value_on)::date as month, sum(fee_cents) as base, sum(vat_cents) as vat, sum(subsidy_cents) as exempt
        from settlement_lines where mode = 'live' and settlement_id is not null and value_on <= (select max(period_to) from invoices)
          and merchant_id in (select merchant_id from invoices) group by 1, 2
        having sum(fee_cents) <> 0 or sum(vat_cents) <> 0 or sum(subsidy_cents) <> 0) s
      full join (select merchant_id, period_from as month, base_cents, vat_cents, exempt_cents from invoices) i using (merchant_id, month)
      where (s.base, s.vat, s.exempt) is distinct from (i.base_cents, i.vat_cents, i.exempt_cents)`,
  },
  {
    says: 'invoices come to other than their lines, or rectify nothing',
    finds: `select from invoices i left join (select invoice_id as id, sum(base_cents) filter (where vat_bps is not null) as base, sum(vat_cents) as vat,
        coalesce(sum(base_cents) filter (where vat_bps is null), 0) as exempt from invoice_lines group by 1) l using (id)
      where (i.base_cents, i.vat_cents, i.exempt_cents) is distinct from (l.base, l.vat, l.exempt)
        or (i.kind = 'rectifying') <> exists (select from invoice_rectifications r where r.invoice_id = i.id)`,
  },
  {
    says: 'numbers of invoices have gaps or go back in time',
    finds: `select from (select *, row_number() over (partition by series, year order by number) as nth, lag(issued_on) over (partition by series, year order by number) as before from invoices) i
      where i.number <> i.nth or i.issued_on < i.before`,
  },
  {
    says: 'settlements are not in the invoice of their month',
    finds: `select from settlements s left join invoices i on (i.merchant_id, i.mode) = (s.merchant_id, s.mode) and s.value_on between i.period_from and i.period_to
      where s.invoice_id is distinct from i.id`,
  },
  {
    says: 'carts cost other than their operations',
    finds: `select from ${operation} left join carts c on (c.merchant_id, c.mode, c.operation_id) = (o.merchant_id, o.mode, o.id)
        left join shop_orders s on (s.merchant_id, s.mode, s.operation_id) = (o.merchant_id, o.mode, o.id)
      where o.total_cents - coalesce(s.difference_cents, 0) is distinct from (select sum((a ->> 'total')::bigint) from jsonb_array_elements(c.articles) a) + coalesce((c.shipping ->> 'total')::bigint, 0)`,
  },
  {
    says: 'histories end elsewhere than their operations',
    finds: `select from ${operation} left join (select distinct on ${ofOperation} merchant_id, mode, operation_id as id, to_substatus, reason from operation_events
        order by merchant_id, mode, operation_id, seq desc) e using (merchant_id, mode, id)
      where (o.substatus, coalesce(o.suspension_reason, o.status_reason)) is distinct from (e.to_substatus, e.reason)`,
  },
  {
    says: 'operations were not sold by the campaigns that reached them then, or for other terms',
    finds: `select from ${operation} left join campaigns c on (c.merchant_id, c.mode, c.id) = (o.merchant_id, o.mode, o.campaign_id)
      where (o.tin_bps < o.reference_tin_bps) <> (o.campaign_id is not null) or o.campaign_id is not null and (c.id is null or c.interest_bps <> o.tin_bps
        or c.starts_at > o.created_at or c.ends_at <= o.created_at or not o.num_instalments = any(c.num_instalments) or not o.channel = any(c.channels)
        or o.total_cents < coalesce(c.min_order_cents, 0) or c.status not in ('active', 'finished'))`,
  },
  {
    says: 'operations were sold at the usual interest though a campaign reached them',
    finds: `select from ${operation} join campaigns c on (c.merchant_id, c.mode) = (o.merchant_id, o.mode)
      where o.product = 'instalments' and c.scope = 'bulk' and c.status in ('active', 'finished') and o.created_at >= c.starts_at and (c.ends_at is null or o.created_at < c.ends_at)
        and o.num_instalments = any(c.num_instalments) and o.channel = any(c.channels) and o.total_cents >= coalesce(c.min_order_cents, 0) and o.tin_bps > c.interest_bps`,
  },
  {
    says: 'campaigns run though their budget is spent',
    finds: `select from campaigns c where c.status = 'active' and c.budget_cents <= (select coalesce(sum(campaign_cost(o.category, o.total_cents, o.captured_cents, o.voided_cents, o.campaign_promised_cents, o.subsidy_cents)), 0) from operations o
      where (o.merchant_id, o.mode, o.campaign_id) = (c.merchant_id, c.mode, c.id))`,
  },
  {
    says: 'links of shops lead nowhere, or operations that the shop started wait without one',
    finds: `select from checkouts c full join checkout_links l on (l.checkout_id, l.merchant_id, l.mode) = (c.id, c.merchant_id, c.mode) where c.id is null or l.checkout_id is null
      union all select from operations o where o.substatus = 'pending_customer' and o.channel <> 'online'
        and not exists (select from checkouts c where (c.merchant_id, c.mode, c.operation_id) = (o.merchant_id, o.mode, o.id))`,
  },
  {
    says: 'operations that are being paid have no card, or a card that says yes beside an instalment that is overdue',
    finds: `select from operations o left join payment_methods p on (p.merchant_id, p.mode, p.operation_id) = (o.merchant_id, o.mode, o.id)
      where o.substatus = 'payment_process' and (p.token is null or p.token like 'sim_accepted%' and exists (select from instalments i
        where (i.merchant_id, i.mode, i.operation_id) = (o.merchant_id, o.mode, o.id) and i.state = 'overdue'))`,
  },
  {
    says: 'day counters differ from the operations',
    finds: `select from (select merchant_id, mode, (created_at at time zone 'Europe/Madrid')::date as day, substatus, count(*) as many from operations group by 1, 2, 3, 4) o
      full join (select merchant_id, mode, day, substatus, sum(operations) as many from operation_counters group by 1, 2, 3, 4) c using (merchant_id, mode, day, substatus)
      where coalesce(o.many, 0) <> coalesce(c.many, 0)`,
  },
]

const otherDeadlines: Sql = sql`select from (${deadlinesOf(sql`select * from operations`)} union all ${campaignDeadlinesOf(sql`select * from campaigns`)} union all
    select m.merchant_id, m.mode, m.decision_id, 'decision', m.until from manual_decisions m where m.closed_at is null) o
  full join deadlines d using (merchant_id, mode, object_id, kind, due_at) where o.kind is null or d.kind is null`

/** Checks what was loaded without constraints: every violation as a sentence, none if the demo is consistent. */
export async function proveDemo(client: pg.Client): Promise<string[]> {
  const problems = await orphans(client)
  for (const { says, finds } of proofs) {
    const count = `select count(*) as many from (${finds}) broken`
    const { rows } = await client.query<{ many: string }>(count)
    const many = Number(rows[0]?.many ?? 0)
    if (many > 0) problems.push(`${many} ${says}`)
  }
  const { rowCount } = await client.query(prepared(otherDeadlines))
  if (rowCount) problems.push(`${rowCount} deadlines differ from what operations, campaigns and decisions wait for`)
  return problems
}
