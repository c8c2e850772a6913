import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { operationNet } from '../../sales/lifecycle/operationNet.ts'
import { figureProofs } from './figureProofs.ts'
import { balanceDayProofs, balanceProofs } from './balanceProofs.ts'
import { disputeProofs } from './disputeProofs.ts'
import { creditProofs } from './creditProofs.ts'
import { invoiceProofs, registerProofs } from './invoiceProofs.ts'
import { settlementProofs } from './settlementProofs.ts'

type Proof = readonly [rule: string, violations: Sql]

/** Invariants of the ledger, in words, each with the query that returns its violations (`what` names one). */
const shopProofs: readonly Proof[] = [
  [
    'a journal sums to zero over at least two lines',
    sql`
    select j.id::text as what from ledger_journals j left join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id
    group by j.merchant_id, j.mode, j.id having coalesce(sum(l.amount_cents), 0) <> 0 or count(l.account) < 2`,
  ],
  [
    'a journal of an operation is of an operation of the same shop and mode',
    sql`
    select j.id::text as what from ledger_journals j where j.operation_id is not null
      and not exists (select from operations o where o.merchant_id = j.merchant_id and o.mode = j.mode and o.id = j.operation_id)`,
  ],
  [
    'what the shop is owed for an operation is what its settlement lines say',
    sql`
    select coalesce(b.id, s.id)::text || ': books ' || coalesce(b.net, 0) || ', lines ' || coalesce(s.net, 0) as what
    from (select j.merchant_id, j.mode, j.operation_id as id, -sum(l.amount_cents) as net from ledger_journals j
        join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id and l.account = 'merchant_payable'
        where j.kind in ('capture', 'refund', 'cancel', 'dispute') group by 1, 2, 3) b
      full join (select merchant_id, mode, operation_id as id, sum(net_cents) as net from settlement_lines where operation_id is not null group by 1, 2, 3) s
        on s.merchant_id = b.merchant_id and s.mode = b.mode and s.id = b.id
    where coalesce(b.net, 0) <> coalesce(s.net, 0)`,
  ],
  [
    'fees, VAT and subsidies in the books are those of the settlement lines',
    sql`
    select coalesce(b.account, s.account) || ' of ' || coalesce(b.merchant_id, s.merchant_id) as what
    from (select merchant_id, mode, account, -sum(amount_cents) as charged from ledger_lines where account in ('fee_income', 'vat_payable', 'subsidy_income') group by 1, 2, 3) b
      full join (select merchant_id, mode, a.account, sum(a.charged) as charged from settlement_lines l,
          lateral (values ('fee_income', l.fee_cents), ('vat_payable', l.vat_cents), ('subsidy_income', l.subsidy_cents)) a (account, charged) group by 1, 2, 3) s
        on s.merchant_id = b.merchant_id and s.mode = b.mode and s.account = b.account
    where coalesce(b.charged, 0) <> coalesce(s.charged, 0)`,
  ],
  [
    'what consumers owe in the books is the principal of what is not collected yet',
    sql`
    select coalesce(b.merchant_id, i.merchant_id)::text || ' ' || coalesce(b.mode, i.mode) || ': books ' || coalesce(b.owed, 0) || ', instalments ' || coalesce(i.owed, 0) as what
    from (select merchant_id, mode, sum(amount_cents) as owed from ledger_lines where account = 'consumer_receivable' group by 1, 2) b
      full join (select i.merchant_id, i.mode, sum(i.principal_cents) as owed from instalments i join operations o on o.merchant_id = i.merchant_id and o.mode = i.mode and o.id = i.operation_id
        where o.captured_cents > 0 and i.state in ('pending', 'overdue') group by 1, 2) i
        on i.merchant_id = b.merchant_id and i.mode = b.mode
    where coalesce(b.owed, 0) <> coalesce(i.owed, 0)`,
  ],
  [
    'refunded and held amounts are the refunds that stand',
    sql`
    select o.id::text as what from operations o left join (select merchant_id, mode, operation_id, sum(amount_cents) as refunded,
        coalesce(sum(amount_cents) filter (where state = 'held'), 0) as held from refunds where state <> 'undone' group by 1, 2, 3) r
      on r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id
    where o.refunded_cents <> coalesce(r.refunded, 0) or o.held_cents <> coalesce(r.held, 0)`,
  ],
  [
    'captured amounts are the captures',
    sql`
    select o.id::text as what from operations o left join (select merchant_id, mode, operation_id, sum(amount_cents) as captured, sum(refunded_cents) as refunded from captures group by 1, 2, 3) c
      on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
    where o.captured_cents <> coalesce(c.captured, 0) or o.refunded_cents <> coalesce(c.refunded, 0)`,
  ],
  [
    'what was taken from a capture is what the standing refunds took from it',
    sql`
    select c.id::text as what from captures c left join (select p.merchant_id, p.mode, p.capture_id, sum(p.amount_cents) as taken from refund_captures p
        join refunds r on r.merchant_id = p.merchant_id and r.mode = p.mode and r.id = p.refund_id and r.state <> 'undone' group by 1, 2, 3) p
      on p.merchant_id = c.merchant_id and p.mode = c.mode and p.capture_id = c.id
    where c.refunded_cents <> coalesce(p.taken, 0)`,
  ],
  [
    'a refund is taken from captures, whole',
    sql`
    select r.id::text as what from refunds r left join (select merchant_id, mode, refund_id, sum(amount_cents) as taken from refund_captures group by 1, 2, 3) p
      on p.merchant_id = r.merchant_id and p.mode = r.mode and p.refund_id = r.id
    where r.amount_cents <> coalesce(p.taken, 0)`,
  ],
  [
    'a completed refund has one settlement line, and no other has any',
    sql`
    select r.id::text as what from refunds r left join settlement_lines l on l.merchant_id = r.merchant_id and l.mode = r.mode and l.refund_id = r.id
    group by r.merchant_id, r.mode, r.id having count(l.id) <> case when r.state = 'completed' then 1 else 0 end or sum(-l.gross_cents) <> r.amount_cents
      or sum(-l.fee_cents) <> r.fee_back_cents or sum(-l.vat_cents) <> r.vat_back_cents or sum(-l.subsidy_cents) <> r.subsidy_back_cents`,
  ],
  [
    'a capture has one settlement line of its amount',
    sql`
    select c.id::text as what from captures c left join settlement_lines l on l.merchant_id = c.merchant_id and l.mode = c.mode and l.capture_id = c.id
    group by c.merchant_id, c.mode, c.id having count(l.id) <> 1 or sum(l.gross_cents) <> c.amount_cents`,
  ],
  [
    'net amount, fee, VAT and subsidy of a captured operation are those of its lines',
    sql`
    select o.id::text as what from operations o join (select merchant_id, mode, operation_id, sum(net_cents) as net, sum(fee_cents) as fee, sum(vat_cents) as vat, sum(subsidy_cents) as subsidy
        from settlement_lines where kind <> 'chargeback' group by 1, 2, 3) l on l.merchant_id = o.merchant_id and l.mode = o.mode and l.operation_id = o.id
    where o.net_cents is distinct from l.net or (o.fee_cents, o.vat_cents, o.subsidy_cents) <> (l.fee, l.vat, l.subsidy)`,
  ],
  [
    'what an operation is said to bring the shop is the sum of all its lines',
    sql`
    select o.id::text as what from operations o join (select merchant_id, mode, operation_id, sum(net_cents) as net from settlement_lines group by 1, 2, 3) l
      on l.merchant_id = o.merchant_id and l.mode = o.mode and l.operation_id = o.id
    where o.captured_cents > 0 and (${operationNet}) is distinct from l.net`,
  ],
  [
    'fees are those of what is left',
    sql`
    select o.id::text as what from operations o where o.captured_cents > o.refunded_cents - o.held_cents and o.captured_cents > 0
      and o.fee_cents <> round((o.captured_cents - o.refunded_cents + o.held_cents) * o.fee_bps::numeric / 10000) + o.fee_fixed_cents`,
  ],
  [
    'the principal of a live plan is what was financed less what was refunded',
    sql`
    select o.id::text || ': plan ' || i.principal || ', financed ' || (o.captured_cents - o.downpayment_cents) as what from operations o
      join (select merchant_id, mode, operation_id, sum(principal_cents) as principal from instalments group by 1, 2, 3) i
        on i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id
      left join (select merchant_id, mode, operation_id, sum(amount_cents - credit_to_customer_cents) as off from refunds where state = 'completed' group by 1, 2, 3) r
        on r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id
    where o.captured_cents > 0 and o.captured_cents > o.refunded_cents - o.held_cents and i.principal <> o.captured_cents - o.downpayment_cents - coalesce(r.off, 0)`,
  ],
  [
    'who cancelled or gave all back got everything back that was paid',
    sql`
    select o.id::text || ': credited ' || r.credited || ', paid ' || o.downpayment_cents + o.opening_fee_cents + coalesce(i.paid, 0) as what from operations o
      join (select merchant_id, mode, operation_id, sum(credit_to_customer_cents) as credited from refunds where state = 'completed' group by 1, 2, 3) r
        on r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id
      left join (select merchant_id, mode, operation_id, sum(amount_cents) as paid from instalments where state = 'refunded' group by 1, 2, 3) i
        on i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id
    where o.captured_cents > 0 and o.refunded_cents - o.held_cents = o.captured_cents
      and r.credited <> greatest(o.downpayment_cents + o.opening_fee_cents + coalesce(i.paid, 0), 0)`,
  ],
  [
    'an instalment is paid by one captured charge, or one payment noted by hand, of its amount, and no other of an instalment is captured or noted',
    sql`
    select coalesce(i.operation_id, c.operation_id) || ' ' || coalesce(i.number, c.instalment) || ': paid ' || coalesce(i.amount_cents, 0) || ', captured ' || coalesce(c.captured, 0) as what
    from (select merchant_id, mode, operation_id, number, amount_cents from instalments where paid_at is not null and amount_cents > 0) i
      full join (select merchant_id, mode, operation_id, instalment, sum(amount_cents) as captured from (
          select merchant_id, mode, operation_id, instalment, amount_cents from charges where instalment is not null and state = 'captured'
          union all select merchant_id, mode, operation_id, instalment, amount_cents from noted_payments) p group by 1, 2, 3, 4) c
        on c.merchant_id = i.merchant_id and c.mode = i.mode and c.operation_id = i.operation_id and c.instalment = i.number
    where coalesce(i.amount_cents, 0) <> coalesce(c.captured, 0)`,
  ],
  [
    'what the books had in cash outside the card is what was noted by hand',
    sql`
    select coalesce(b.operation_id, n.operation_id)::text || ': books ' || coalesce(b.cash, 0) || ', noted ' || coalesce(n.noted, 0) as what
    from (select j.merchant_id, j.mode, j.operation_id, sum(l.amount_cents) as cash from ledger_journals j
        join ledger_lines l on l.merchant_id = j.merchant_id and l.mode = j.mode and l.journal_id = j.id and l.account = 'cash'
        where j.kind = 'noted_payment' group by 1, 2, 3) b
      full join (select merchant_id, mode, operation_id, sum(amount_cents) as noted from noted_payments group by 1, 2, 3) n
        on n.merchant_id = b.merchant_id and n.mode = b.mode and n.operation_id = b.operation_id
    where coalesce(b.cash, 0) <> coalesce(n.noted, 0)`,
  ],
  [
    'what a card paid at signature is the down payment and the opening fee',
    sql`
    select o.id::text || ': captured ' || coalesce(c.captured, 0) as what from operations o
      left join (select merchant_id, mode, operation_id, sum(amount_cents) as captured from charges where instalment is null and state = 'captured' group by 1, 2, 3) c
        on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id
    where coalesce(c.captured, 0) <> case when o.captured_cents > 0 then o.downpayment_cents + o.opening_fee_cents else 0 end
      and (c.captured is not null or exists (select from payment_methods m where m.merchant_id = o.merchant_id and m.mode = o.mode and m.operation_id = o.id))`,
  ],
  [
    'no customer is credited with more than they paid',
    sql`
    select o.id::text || ': credited ' || r.credited || ', paid ' || o.downpayment_cents + o.opening_fee_cents + coalesce(i.paid, 0) as what from operations o
      join (select merchant_id, mode, operation_id, sum(credit_to_customer_cents) as credited from refunds where state = 'completed' group by 1, 2, 3) r
        on r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id
      left join (select merchant_id, mode, operation_id, sum(amount_cents) as paid from instalments where paid_at is not null group by 1, 2, 3) i
        on i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id
    where r.credited > case when o.captured_cents > 0 then o.downpayment_cents + o.opening_fee_cents else 0 end + coalesce(i.paid, 0)`,
  ],
  [
    'an instalment is given back only after it was paid',
    sql`
    select i.operation_id || ' ' || i.number as what from instalments i where (i.state in ('paid', 'refunded')) <> (i.paid_at is not null)`,
  ],
  [
    'the next instalment of an operation is its first unpaid one',
    sql`
    select o.id::text as what from operations o left join lateral (select i.due_on, i.amount_cents from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id
        and i.state in ('pending', 'overdue') and i.amount_cents > 0 order by i.number limit 1) i on true
    where o.captured_cents > 0 and (o.next_due_on is distinct from i.due_on or o.next_due_cents is distinct from i.amount_cents)`,
  ],
  [
    'nothing is refunded that was not captured',
    sql`
    select o.id::text as what from operations o where o.refunded_cents > o.captured_cents or o.captured_cents > o.total_cents - o.voided_cents`,
  ],
  [
    'what ended or never began has no money',
    sql`
    select o.id::text as what from operations o where o.category in ('stopped', 'rejected', 'in_process') and o.captured_cents <> 0`,
  ],
  [
    'the counters count the operations',
    sql`
    select coalesce(c.day, o.day) || ' ' || coalesce(c.substatus, o.substatus) || ': counted ' || coalesce(c.many, 0) || ', there ' || coalesce(o.many, 0) as what
    from (select merchant_id, mode, day, substatus, sum(operations) as many from operation_counters group by 1, 2, 3, 4) c
      full join (select merchant_id, mode, (created_at at time zone 'Europe/Madrid')::date as day, substatus, count(*) as many from operations group by 1, 2, 3, 4) o
        on o.merchant_id = c.merchant_id and o.mode = c.mode and o.day = c.day and o.substatus = c.substatus
    where coalesce(c.many, 0) <> coalesce(o.many, 0)`,
  ],
  ...creditProofs,
  ...disputeProofs,
  ...balanceProofs,
  ...settlementProofs,
  ...invoiceProofs,
  ...figureProofs,
]

/** The invariants of every shop, the register of invoices and the days of card providers. */
export const bookProofs: readonly Proof[] = [...shopProofs, ...registerProofs, ...balanceDayProofs]

/**
 * The violated invariants of the ledger, in words with up to three cases each; empty when there are none. Checks the rows that the connection can see:
 * one shop in one mode for the application, everything for the owner of the tables.
 */
export const proveBooks = (connection: Connection): Promise<string[]> => violated(connection, bookProofs)

/** The same without what belongs to no shop: the register of invoices and the days of card providers. */
export const proveShop = (connection: Connection): Promise<string[]> => violated(connection, shopProofs)

/** The violated invariants of the register of invoices: a broken chain, a hash that is not that of its fields, a record without its invoice. */
export const proveRegister = (connection: Connection): Promise<string[]> => violated(connection, registerProofs)

/** The violated invariants of the days of card providers: one that is not the sum of its movements. */
export const proveBalanceDays = (connection: Connection): Promise<string[]> => violated(connection, balanceDayProofs)

/** How often an invariant is violated, and up to three cases. */
export const countViolations = (violations: Sql): Sql =>
  sql`select count(*)::integer as many, array_to_string((array_agg(v.what))[1:3], ', ') as some from (${violations}) v`

export type Violated = { many: number; some: string }
export const violatedText = (rule: string, { many, some }: Violated): string => `${rule}: broken ${many} times (${some})`

async function violated(connection: Connection, proofs: readonly Proof[]): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, violations] of proofs) {
    const row = await connection.first<Violated>(countViolations(violations))
    if (row && row.many > 0) broken.push(violatedText(rule, row))
  }
  return broken
}
