import type pg from 'pg'
import { addDays, addMonths, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { creditorId, debitDay, handInDay } from '#domain/money/directDebit'
import { monthBefore } from '#domain/money/invoice'
import { monthEnd, monthStart, valueDayFrom } from '#domain/money/settlement'
import { hexOf } from '../../platform/calls/wire.ts'
import { idOf } from '../accounts.ts'
import { demoIssuer } from '../demoIssuer.ts'
import { bigShopName } from '../personas.ts'

/**
 * Issues the invoices of past months as the product would have on the first day of the next month, from the existing
 * settlements; the owner has downloaded all but the newest of each shop. A shop added to an existing demo is only marked as
 * invoiced, because its numbers would be out of chronological order.
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
    await client.query(
      `insert into assigned_invoice_numbers (series, year, number, merchant_id, invoice_id, kind, issued_on, period_from, base_cents, vat_cents, exempt_cents, total_cents)
       select series, year, number, merchant_id, id, kind, issued_on, period_from, base_cents, vat_cents, exempt_cents, total_cents from invoices`,
    )
    await client.query(downloads)
  }
  await client.query(`insert into invoice_runs (merchant_id, invoiced_until) select id, $2 from unnest($1::uuid[]) id`, [merchantIds, to])
}

/** Notes when each operation and settlement was last changed, for the lists of the provider's own systems. */
export const fillProviderChanges = (client: pg.Client, merchantIds: readonly string[]) =>
  client.query(
    `insert into provider_changes (kind, id, merchant_id, mode, changed_at)
     select 'operation', id, merchant_id, mode, greatest(created_at, confirmed_at, last_captured_at, concluded_at) from operations where merchant_id = any($1)
     union all select 'settlement', id, merchant_id, mode, coalesce(paid_at, created_at) from settlements where merchant_id = any($1)
     on conflict do nothing`,
    [merchantIds],
  )

/** Takes the references of payouts, debits and mandates. */
export const fillBankReferences = (client: pg.Client, merchantIds: readonly string[]) =>
  client.query(
    `insert into bank_references (kind, reference, merchant_id) select 'payout', reference, merchant_id from payouts where merchant_id = any($1)
     union all select 'debit', reference, merchant_id from debits where merchant_id = any($1)
     union all select 'mandate', reference, merchant_id from debit_mandates where merchant_id = any($1)`,
    [merchantIds],
  )

/** What each settlement line adds to a month's invoice. */
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

/** All demo commissions have the same VAT rate. */
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
    join merchants m on m.id = i.merchant_id join members u on u.account_id = m.account_id and u.role = 'owner' where i.period_from < i.newest`

const DAY = 86_400_000

/** Claims on the shop's paid settlements, by index from the newest: one is open, one was answered. */
const claims = [
  {
    place: 4,
    by: 'editor.empresa',
    missing: 250,
    note: 'En el extracto del banco pone menos de lo que dice la liquidación.',
    answer: null,
  },
  {
    place: 9,
    by: 'admin.empresa',
    missing: 600,
    note: 'Han llegado 6 € de menos.',
    answer: 'Transferimos el importe completo. Tu banco descontó 6,00 € por recibirla: pídele que te lo devuelva.',
  },
] as const

/** Gives the demo's big shop two settlement claims. After the rows. */
export async function fillClaims(client: pg.Client, now: Date): Promise<void> {
  for (const { place, by, missing, note, answer } of claims) {
    const openedAt = new Date(now.getTime() - 2 * DAY)
    const answeredAt = answer === null ? null : new Date(now.getTime() - DAY / 4)
    await client.query(
      `with settled as (
         select s.* from settlements s join merchants m on m.id = s.merchant_id join members u on u.account_id = m.account_id
         where m.name = $1 and u.email = 'owner.empresa@demo.test' and s.mode = 'live' and s.status = 'paid' and s.net_cents > $5 and s.paid_at < $6
         order by s.value_on desc offset $2 limit 1
       ), claimed as (
         insert into settlement_claims (merchant_id, mode, id, settlement_id, about, state, difference_cents, bank_cents, bank_on, note, evidence, opened_at, opened_by, answer, answered_at)
         select s.merchant_id, s.mode, $3, s.id, 'bank', case when $8::text is null then 'open' else 'answered' end, -$5::bigint, s.net_cents - $5, s.value_on, $7,
           jsonb_build_object('settlement', jsonb_build_object('lineCount', s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.vat_rounding_count, 'openingBalance', s.opening_cents,
             'netAmount', s.net_cents, 'closingBalance', s.closing_cents), 'linesNet', s.net_cents + s.closing_cents - s.opening_cents - s.reserve_held_cents - s.reserve_released_cents),
           $6, (select id from members where email = $4), $8, $9 from settled s returning *
       )
       insert into settlement_claim_queue (claim_id, merchant_id, reference, difference_cents, opened_at)
         select c.id, c.merchant_id, s.reference, c.difference_cents, c.opened_at from claimed c join settled s on s.id = c.settlement_id where c.state = 'open'`,
      [bigShopName, place, idOf(`claim ${place}`), `${by}@demo.test`, missing, openedAt, note, answer, answeredAt],
    )
  }
}

const HOUR = 3_600_000
/** A shop that signed its contract and has no sales yet: it owes a month's minimum fee. */
const shopName = 'Casa Ribera Proyectos'
/** Fee and VAT of that month, in cents. */
const FEE_CENTS = 2_500
const VAT_CENTS = 525
/** The mandate text that the owner signed (SDD Core Rulebook, annex VII). */
const wording =
  `Mediante la firma de esta orden de domiciliación, el deudor autoriza (A) al acreedor, ${demoIssuer.name}, a enviar instrucciones a la entidad del deudor para adeudar su cuenta y ` +
  '(B) a la entidad para efectuar los adeudos en su cuenta siguiendo las instrucciones del acreedor. Como parte de sus derechos, el deudor está legitimado al reembolso por su entidad en ' +
  'los términos y condiciones del contrato suscrito con la misma. La solicitud de reembolso deberá efectuarse dentro de las ocho semanas que siguen a la fecha de adeudo en cuenta. Puede ' +
  'obtener información adicional sobre sus derechos en su entidad financiera.'

/**
 * Gives the demo one old debt: a minimum fee that no sale has repaid, the mandate that the owner signed, and the debit that was announced some days ago
 * and is not charged yet. After bank accounts, before invoices.
 */
export async function fillDebt(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select m.id from merchants m join accounts a on a.id = m.account_id where m.name = $1 and a.demo',
    [shopName],
  )
  const [shop] = rows
  if (!shop) return
  const today = madridDay(now)
  const owedFrom = monthStart(addDays(today, -48))
  const month = addMonths(owedFrom, -1)
  const valueOn = valueDayFrom(owedFrom, { frequency: 'daily', weekday: 1 })
  const [settledAt, signedAt, announcedAt] = [
    new Date(startOfMadridDay(valueOn).getTime() + 120_000),
    new Date(now.getTime() - 12 * 24 * HOUR),
    new Date(now.getTime() - 4 * 24 * HOUR),
  ]
  const dueOn = debitDay(madridDay(announcedAt))
  const settlementId = idOf(`debt settlement/${shopName}`)
  const mandateId = idOf(`debt mandate/${shopName}`)
  const debitId = idOf(`debt debit/${shopName}`)
  const journalId = idOf(`debt journal/${shopName}`)
  const owed = FEE_CENTS + VAT_CENTS
  await client.query(
    `insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, period_from, period_to, cut_off_at, status, minimum_fees_cents, vat_cents, closing_cents, minimum_fee_count, created_at, only_vat_bps, only_tax_territory)
     values ($1, 'live', $2, $3, $4::date, 0, $5, $4::date - 1, $6, 'compensated', $7, $8, $9, 1, $10, 2100, 'peninsula')`,
    [
      shop.id,
      settlementId,
      `LIQ-${valueOn.slice(0, 4)}-099001`,
      valueOn,
      month,
      startOfMadridDay(valueOn),
      -FEE_CENTS,
      -VAT_CENTS,
      -owed,
      settledAt,
    ],
  )
  await client.query(
    `insert into settlement_lines (merchant_id, mode, id, kind, month_from, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on, settlement_id)
     values ($1, 'live', $2, 'fee_minimum', $3, 0, $4, $5, 0, $6, $7, $8, $9)`,
    [shop.id, idOf(`debt line/${shopName}`), month, FEE_CENTS, VAT_CENTS, -owed, monthEnd(month), valueOn, settlementId],
  )
  await client.query(`insert into ledger_journals (merchant_id, mode, id, kind, at) values ($1, 'live', $2, 'fee_minimum', $3)`, [
    shop.id,
    journalId,
    settledAt,
  ])
  await client.query(
    `insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents)
     values ($1, 'live', $2, 'merchant_payable', $3), ($1, 'live', $2, 'fee_income', $4), ($1, 'live', $2, 'vat_payable', $5)`,
    [shop.id, journalId, owed, -FEE_CENTS, -VAT_CENTS],
  )
  const creditor = { id: creditorId(demoIssuer.taxId, '000'), address: `${demoIssuer.address}, ${demoIssuer.postcode} ${demoIssuer.city}` }
  await client.query(
    `insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signed_by, signer_name)
     select m.id, 'live', $2, $3, b.id, b.iban, b.holder_name, $4, $5, $6, 'Madrid', $7, $8, u.id, u.first_name || ' ' || u.last_name
     from merchants m join bank_accounts b on b.id = m.bank_account_id join members u on u.account_id = m.account_id and u.email = 'owner.empresa@demo.test' where m.id = $1`,
    [
      shop.id,
      mandateId,
      `MAN-${signedAt.getUTCFullYear()}-${hexOf(mandateId).slice(-12).toUpperCase()}`,
      creditor.id,
      demoIssuer.name,
      creditor.address,
      wording,
      signedAt,
    ],
  )
  const reference = `ADE-${dueOn.slice(0, 4)}-099001`
  await client.query(
    `insert into debits (merchant_id, mode, id, reference, mandate_id, debt_since, announced_cents, due_on, announced_at) values ($1, 'live', $2, $3, $4, $5, $6, $7, $8)`,
    [shop.id, debitId, reference, mandateId, valueOn, owed, dueOn, announcedAt],
  )
  await client.query('insert into debit_runs (merchant_id, look_at) values ($1, $2)', [shop.id, now])
  await client.query('insert into debit_queue (merchant_id, debit_id, reference, ask_at) values ($1, $2, $3, $4)', [
    shop.id,
    debitId,
    reference,
    new Date(startOfMadridDay(handInDay(dueOn)).getTime() + 9 * HOUR),
  ])
}
