import { sql, type Sql } from '../../platform/database/sql.ts'
import { lineRate, lineTerritory } from './lineTax.ts'

const euros = (cents: Sql): Sql => sql`to_char(${cents} / 100.0, 'FM999999999990.00')`
const day = (on: Sql): Sql => sql`to_char(${on}, 'DD-MM-YYYY')`
/** In Madrid, with its offset, which is one or two hours. */
const instant = (at: Sql): Sql => sql`to_char(${at} at time zone 'Europe/Madrid', 'YYYY-MM-DD"T"HH24:MI:SS') || '+0'
  || (extract(epoch from (${at} at time zone 'Europe/Madrid') - (${at} at time zone 'UTC')) / 3600)::integer || ':00'`

/** Invariants of invoices, in words, each with the query that returns its violations (`what` names one). */
export const invoiceProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  [
    'the lines of an invoice are what its settlements deducted, by tax and rate',
    sql`
    select coalesce(i.invoice_id, s.invoice_id)::text || ' ' || coalesce(i.territory, s.territory) as what
    from (select l.merchant_id, l.mode, l.invoice_id, l.tax_territory as territory, l.vat_bps as rate, sum(l.base_cents) as base, sum(l.vat_cents) as vat from invoice_lines l
        where l.vat_bps is not null group by 1, 2, 3, 4, 5) i
      full join (select s.merchant_id, s.mode, s.invoice_id, ${lineTerritory} as territory, ${lineRate} as rate, sum(l.fee_cents) as base, sum(l.vat_cents) as vat
        from settlements s join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
          left join operations o on o.merchant_id = l.merchant_id and o.mode = l.mode and o.id = l.operation_id
        where s.invoice_id is not null group by 1, 2, 3, 4, 5) s
        on s.merchant_id = i.merchant_id and s.mode = i.mode and s.invoice_id = i.invoice_id and s.territory = i.territory and s.rate = i.rate
    where (coalesce(i.base, 0), coalesce(i.vat, 0)) <> (coalesce(s.base, 0), coalesce(s.vat, 0))`,
  ],
]

/** Invariants of the register of invoices, which is of no shop. */
export const registerProofs: readonly (readonly [rule: string, violations: Sql])[] = [
  [
    'the register of invoices has no gap, and each record continues from the one before',
    sql`
    select r.issuer_tax_id || ' ' || r.sequence as what from (select r.*, lag(r.sequence, 1, 0::bigint) over chain as before, lag(r.hash) over chain as hash_before, lag(r.recorded_at) over chain as made_before
        from invoice_records r window chain as (partition by r.issuer_tax_id order by r.sequence)) r
    where r.sequence <> r.before + 1 or r.previous_hash is distinct from r.hash_before or r.recorded_at < r.made_before
    union all select c.issuer_tax_id || ': end' from invoice_record_chains c
      left join lateral (select r.sequence, r.hash from invoice_records r where r.issuer_tax_id = c.issuer_tax_id order by r.sequence desc limit 1) r on true
    where c.last_sequence <> coalesce(r.sequence, 0) or c.last_hash is distinct from r.hash`,
  ],
  [
    'the hash of a record of the register is that of its fields',
    sql`
    select r.issuer_tax_id || ' ' || r.sequence as what from invoice_records r
      cross join lateral (select case r.kind when 'annulment' then 'Anulada' else '' end as annulled) a
    where r.hash <> upper(encode(sha256(convert_to('IDEmisorFactura' || a.annulled || '=' || r.issuer_tax_id || '&NumSerieFactura' || a.annulled || '=' || r.invoice_number
        || '&FechaExpedicionFactura' || a.annulled || '=' || ${day(sql`r.issued_on`)}
        || case r.kind when 'annulment' then '' else '&TipoFactura=' || r.invoice_type || '&CuotaTotal=' || ${euros(sql`r.tax_cents`)} || '&ImporteTotal=' || ${euros(sql`r.total_cents`)} end
        || '&Huella=' || coalesce(r.previous_hash, '') || '&FechaHoraHusoGenRegistro=' || ${instant(sql`r.recorded_at`)}, 'UTF8')), 'hex'))`,
  ],
  [
    'an annulment of the register comes after the registration that it annuls, with its fields',
    sql`
    select r.invoice_number as what from invoice_records r where r.kind = 'annulment' and not exists (select from invoice_records e where e.issuer_tax_id = r.issuer_tax_id
      and e.invoice_number = r.invoice_number and e.kind = 'registration' and e.sequence < r.sequence and (e.invoice_id, e.invoice_type) = (r.invoice_id, r.invoice_type))`,
  ],
  [
    'a record of the register is of an invoice with its number, day and amounts',
    sql`
    select r.invoice_number as what from invoice_records r
      left join assigned_invoice_numbers n on n.merchant_id = r.merchant_id and n.invoice_id = r.invoice_id
    where n.invoice_id is null or r.invoice_number <> n.series || '-' || n.year || '-' || lpad(n.number::text, 6, '0')
      or (r.issued_on, r.tax_cents, r.total_cents) is distinct from (n.issued_on, n.vat_cents, n.total_cents)`,
  ],
]
