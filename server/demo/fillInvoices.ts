import { monthBefore } from '#domain/money/invoice'
import { madridDay } from '#domain/platform/dates'
import type pg from 'pg'
import { demoIssuer } from './demoIssuer.ts'

/**
 * Issues the invoices of the months that have ended as the product would have on the first day of the next, from the settlements that are
 * there; the owner has taken all but the newest of each shop. A shop that is added to a demo that is there already is only marked as
 * invoiced: its numbers would go back in time.
 */
export async function fillInvoices(client: pg.Client, merchantIds: readonly string[], now: Date, isWhole: boolean): Promise<void> {
  const { to } = monthBefore(madridDay(now))
  if (isWhole) {
    await client.query(invoices, [merchantIds, to, ...Object.values(demoIssuer)])
    await client.query(lines)
    await client.query(rectifications)
    await client.query(
      'update settlements s set invoice_id = i.id from invoices i where s.merchant_id = i.merchant_id and s.mode = i.mode and s.value_on between i.period_from and i.period_to',
    )
    await client.query(
      'insert into invoice_numbers (series, year, last_number, last_issued_on) select series, year, max(number), max(issued_on) from invoices group by 1, 2',
    )
    await client.query(downloads)
  }
  await client.query(`insert into invoice_turns (merchant_id, invoiced_until) select id, $2 from unnest($1::uuid[]) id`, [merchantIds, to])
}

/** What each line of a settlement adds to a month's invoice. */
const charged = `select l.merchant_id, l.mode, date_trunc('month', l.value_on)::date as month, sum(l.fee_cents) as base, sum(l.vat_cents) as vat, sum(l.subsidy_cents) as exempt,
    count(*) filter (where l.fee_cents <> 0 or l.vat_cents <> 0) as fees, count(*) filter (where l.subsidy_cents <> 0) as subsidies
  from settlement_lines l where l.mode = 'live' and l.settlement_id is not null and l.merchant_id = any($1) and l.value_on <= $2 group by 1, 2, 3`

const invoices = `with charged as (${charged}), sided as (
    select c.*, c.base + c.vat + c.exempt as total, (c.month + interval '1 month')::date as issued_on from charged c where c.base <> 0 or c.vat <> 0 or c.exempt <> 0
  )
  insert into invoices (merchant_id, mode, id, series, year, number, kind, issued_on, period_from, period_to, base_cents, vat_cents, exempt_cents, total_cents, exemption, iban_last4,
    issuer_name, issuer_tax_id, issuer_address, issuer_postcode, issuer_city, issuer_province, issuer_country, recipient_name, recipient_first_name, recipient_last_name,
    recipient_tax_id, recipient_address, recipient_postcode, recipient_city, recipient_province, recipient_country, created_at)
  select s.merchant_id, s.mode, md5('invoice/' || s.merchant_id || '/' || s.month)::uuid, case when s.total < 0 then 'R' else 'F' end, extract(year from s.issued_on),
    row_number() over (partition by s.total < 0, extract(year from s.issued_on) order by s.issued_on, s.merchant_id), case when s.total < 0 then 'rectifying' else 'invoice' end,
    s.issued_on, s.month, s.issued_on - 1, s.base, s.vat, s.exempt, s.total, case when s.subsidies > 0 then 'art. 20.Uno.18.º LIVA' end,
    (select t.iban_last4 from settlements t where t.merchant_id = s.merchant_id and t.mode = s.mode and t.value_on between s.month and s.issued_on - 1 and t.iban_last4 is not null
      order by t.value_on desc limit 1),
    $3, $4, $5, $6, $7, $8, 'ES', coalesce(e.name, p.first_name || ' ' || p.last_name), case when e.name is null then p.first_name end, case when e.name is null then p.last_name end,
    coalesce(e.cif, p.document_number), concat_ws(', ', coalesce(e.street, p.street), coalesce(e.address_addition, p.address_addition)), coalesce(e.postcode, p.postcode),
    coalesce(e.city, p.city), coalesce(e.province, p.province), 'ES', (s.issued_on + time '00:07') at time zone 'Europe/Madrid'
  from sided s join merchants m on m.id = s.merchant_id left join enterprises e on e.account_id = m.account_id left join profiles p on p.account_id = m.account_id`

/** All commissions of the demo bear the same VAT. */
const lines = `insert into invoice_lines (merchant_id, mode, invoice_id, position, concept, vat_bps, line_count, base_cents, vat_cents)
  select i.merchant_id, i.mode, i.id, row_number() over (partition by i.id order by x.concept), x.concept, x.bps, x.many, x.base, x.vat
  from invoices i join (select l.merchant_id, date_trunc('month', l.value_on)::date as month,
      count(*) filter (where l.kind <> 'fee_minimum' and (l.fee_cents <> 0 or l.vat_cents <> 0)) as fees, count(*) filter (where l.kind = 'fee_minimum') as minimums,
      coalesce(sum(l.fee_cents) filter (where l.kind = 'fee_minimum'), 0) as minimum_base, coalesce(sum(l.vat_cents) filter (where l.kind = 'fee_minimum'), 0) as minimum_vat,
      count(*) filter (where l.subsidy_cents <> 0) as subsidies from settlement_lines l where l.mode = 'live' and l.settlement_id is not null group by 1, 2) c
    on c.merchant_id = i.merchant_id and c.month = i.period_from,
    lateral (values ('fee', 2100, c.fees, i.base_cents - c.minimum_base, i.vat_cents - c.minimum_vat), ('fee_minimum', 2100, c.minimums, c.minimum_base, c.minimum_vat), ('subsidy', null, c.subsidies, i.exempt_cents, 0)) x (concept, bps, many, base, vat) where x.many > 0`

const rectifications = `insert into invoice_rectifications (merchant_id, mode, invoice_id, rectified_id)
  select i.merchant_id, i.mode, i.id, o.id from invoices i join lateral (
    select distinct o.id from settlement_lines back join settlement_lines sold on sold.merchant_id = back.merchant_id and sold.mode = back.mode
        and sold.operation_id = back.operation_id and sold.kind = 'order'
      join invoices o on o.merchant_id = i.merchant_id and sold.value_on between o.period_from and o.period_to and o.kind = 'invoice'
    where back.merchant_id = i.merchant_id and back.mode = i.mode and back.kind in ('refund', 'cancel') and back.value_on between i.period_from and i.period_to) o on true
  where i.kind = 'rectifying'`

const downloads = `insert into invoice_downloads (merchant_id, mode, invoice_id, user_id, downloaded_at)
  select i.merchant_id, i.mode, i.id, u.id, i.created_at + interval '2 days 9 hours' from (select *, max(period_from) over (partition by merchant_id) as newest from invoices) i
    join merchants m on m.id = i.merchant_id join users u on u.account_id = m.account_id and u.role = 'owner' where i.period_from < i.newest`
