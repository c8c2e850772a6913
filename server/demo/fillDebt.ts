import type pg from 'pg'
import { addDays, addMonths, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { creditorId, debitDay, handInDay } from '#domain/money/directDebit'
import { monthEnd, monthStart, valueDayFrom } from '#domain/money/settlement'
import { idOf } from './accounts.ts'
import { demoIssuer } from './demoIssuer.ts'

const HOUR = 3_600_000
/** A shop that has signed its contract and sold nothing yet: it owes a month's minimum fee. */
const shopName = 'Casa Ribera Proyectos'
/** Fee and VAT of that month, in cents. */
const FEE_CENTS = 2_500
const VAT_CENTS = 525
/** What the owner agreed to (SDD Core Rulebook, annex VII). */
const wording =
  `Mediante la firma de esta orden de domiciliación, el deudor autoriza (A) al acreedor, ${demoIssuer.name}, a enviar instrucciones a la entidad del deudor para adeudar su cuenta y ` +
  '(B) a la entidad para efectuar los adeudos en su cuenta siguiendo las instrucciones del acreedor. Como parte de sus derechos, el deudor está legitimado al reembolso por su entidad en ' +
  'los términos y condiciones del contrato suscrito con la misma. La solicitud de reembolso deberá efectuarse dentro de las ocho semanas que siguen a la fecha de adeudo en cuenta. Puede ' +
  'obtener información adicional sobre sus derechos en su entidad financiera.'

/**
 * Gives the demo one old debt: a minimum fee that no sale has repaid, the mandate that the owner signed, and the debit that was announced some days ago
 * and is still to come. After bank accounts, before invoices.
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
    `insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, period_from, period_to, cut_off_at, status, minimum_fees_cents, vat_cents, closing_cents, minimum_fee_count, created_at)
     values ($1, 'live', $2, $3, $4::date, 0, $5, $4::date - 1, $6, 'compensated', $7, $8, $9, 1, $10)`,
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
     from merchants m join bank_accounts b on b.id = m.bank_account_id join users u on u.account_id = m.account_id and u.email = 'owner.empresa@demo.test' where m.id = $1`,
    [
      shop.id,
      mandateId,
      `MAN-${signedAt.getUTCFullYear()}-${mandateId.replaceAll('-', '').slice(-12).toUpperCase()}`,
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
  await client.query('insert into debit_turns (merchant_id, look_at) values ($1, $2)', [shop.id, now])
  await client.query('insert into debit_queue (merchant_id, debit_id, reference, ask_at) values ($1, $2, $3, $4)', [
    shop.id,
    debitId,
    reference,
    new Date(startOfMadridDay(handInDay(dueOn)).getTime() + 9 * HOUR),
  ])
}
