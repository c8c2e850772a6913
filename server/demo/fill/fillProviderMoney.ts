import type pg from 'pg'
import { idOf } from '../accounts.ts'

/** Lists the settlements, debits and ledger days of shops for the provider's staff, as the product does when it writes them; the books were proved last night. */
export async function fillProviderMoney(client: pg.Client, merchantIds: readonly string[], now: Date): Promise<void> {
  const ofShops = [merchantIds]
  await client.query(
    `insert into listed_settlements (merchant_id, id, reference, value_on, created_at, net_cents, closing_cents, status, iban_last4, payout_state, payout_reference,
       message_id, sent_at, done_at, return_code)
     select s.merchant_id, s.id, s.reference, s.value_on, s.created_at, s.net_cents, s.closing_cents, s.status, s.iban_last4, p.state, p.reference, null, p.sent_at, p.done_at,
       p.return_code
     from settlements s left join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
     where s.mode = 'live' and s.merchant_id = any($1)`,
    ofShops,
  )
  await client.query(
    `insert into listed_debits (merchant_id, id, reference, state, announced_cents, charged_cents, due_on, announced_at, done_at, reason_code)
     select merchant_id, id, reference, state, announced_cents, charged_cents, due_on, announced_at, done_at, reason_code from debits where merchant_id = any($1)`,
    ofShops,
  )
  await client.query(
    `with shops as (
       insert into ledger_shop_days (day, merchant_id, kind, account, debit_cents, credit_cents, lines)
       select (j.at at time zone 'Europe/Madrid')::date, l.merchant_id, j.kind, l.account, coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0),
         coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0), count(*)
       from ledger_lines l join ledger_journals j on j.merchant_id = l.merchant_id and j.mode = l.mode and j.id = l.journal_id
       where l.mode = 'live' and l.merchant_id = any($1) group by 1, 2, 3, 4 returning *
     )
     insert into ledger_days as d (day, kind, account, debit_cents, credit_cents, lines)
     select day, kind, account, sum(debit_cents), sum(credit_cents), sum(lines) from shops group by 1, 2, 3
     on conflict (day, kind, account) do update
       set debit_cents = d.debit_cents + excluded.debit_cents, credit_cents = d.credit_cents + excluded.credit_cents, lines = d.lines + excluded.lines`,
    ofShops,
  )
  const provedAt = new Date(now.getTime() - 6 * 3_600_000)
  await client.query(
    `insert into book_proofs (id, asked_at, shops, accounts, finished_at) select $1, $2, (select count(*) from merchants), (select count(*) from audit_heads), $3 on conflict do nothing`,
    [idOf('book proof'), provedAt, new Date(provedAt.getTime() + 40_000)],
  )
}
