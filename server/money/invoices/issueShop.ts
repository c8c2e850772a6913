import { addDays, isLocalDate, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { composeInvoice, invoiceNumber, monthOf, type Charges, type ComposedInvoice, type Month } from '#domain/money/invoice'
import { basisPoints, cents } from '#domain/platform/money'
import { defaultFeePlans } from '#domain/sales/plans/fees'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import type { IssuingServices } from './issue.ts'
import { readParties, type Lack } from './readParties.ts'
import { writeInvoice } from './writeInvoice.ts'

/** A busy shop's month may take longer to add up than a call may. */
const mostMs = 600_000

/** What came of a shop's turn: a month was done, with an invoice or without; it lacks data; or nothing is left to do. */
type Turn = { issued: boolean } | { lacks: Lack } | { done: true }

/**
 * Invoices the next month of one shop that is not invoiced yet, in one transaction: settlements, number, invoice, notice, letter, trail. A
 * settlement that came too late for its own month's invoice goes into the next. Also done when somebody else is at this shop.
 */
export function issueShop(services: IssuingServices, merchantId: string, until: LocalDate): Promise<Turn> {
  const scope = mintScope(merchantId, 'live')
  return services.database.write(scope, async (db): Promise<Turn> => {
    await db.allow(mostMs)
    const turn = await takeTurn(db, scope, until)
    if (!turn) return { done: true }
    const month = nextMonth(turn)
    if (month === null || month.to > until) {
      await endTurn(db, scope, until)
      return { done: true }
    }
    const parties = await readParties(db, merchantId, services.config)
    if (typeof parties === 'string') {
      if (turn.lacks !== parties) {
        await db.run(sql`update invoice_turns t set lacks = ${parties} where t.merchant_id = ${merchantId}`)
        services.log('warn', 'invoice_waits', { merchant: merchantId, lacks: parties, month: month.from })
      }
      return { lacks: parties }
    }
    const now = services.now()
    const id = newId(now)
    const composed = await takeSettlements(db, scope, id, month)
    await endTurn(db, scope, month.to)
    if (!composed) return { issued: false }
    const { invoicing } = services.config
    const series = composed.kind === 'rectifying' ? invoicing.rectifyingSeries : invoicing.series
    const exemption = composed.lines.some(({ vatRate }) => vatRate === null) ? invoicing.exemption : null
    const facts = { id, month, composed, parties, exemption, now, today: madridDay(now), series }
    const { year, number } = await writeInvoice(db, scope, facts)
    const reference = invoiceNumber(series, year, number)
    tell(db, merchantId, { id, reference, now })
    await record(db, {
      accountId: parties.accountId,
      merchantId,
      mode: 'live',
      userId: null,
      role: 'system',
      ip: null,
      call: 'worker.invoice',
      entity: 'invoice',
      entityId: id,
      after: { number: reference, month: month.from, totalCents: composed.totalCents },
    })
    return { issued: true }
  })
}

type OpenTurn = { invoiced_until: string; lacks: Lack | null; oldest_on: string | null }

/** Locks the shop's turn; undefined when it was taken, or is being taken, by another. */
function takeTurn(db: Connection, { merchantId }: Scope, until: LocalDate): Promise<OpenTurn | undefined> {
  return db.first<OpenTurn>(sql`select t.invoiced_until, t.lacks,
      (select min(s.value_on) from settlements s where s.merchant_id = t.merchant_id and s.mode = 'live' and s.invoice_id is null and s.value_on <= ${until}) as oldest_on
    from invoice_turns t where t.merchant_id = ${merchantId} and t.invoiced_until < ${until} for update of t skip locked`)
}

const endTurn = (db: Connection, { merchantId }: Scope, until: LocalDate) =>
  db.run(sql`update invoice_turns t set invoiced_until = ${until}, lacks = null where t.merchant_id = ${merchantId}`)

/** The month of the oldest settlement without an invoice, after all months that were done; null when there is none. */
function nextMonth({ invoiced_until: done, oldest_on: oldest }: OpenTurn): Month | null {
  if (oldest === null) return null
  const month = monthOf(localDate(oldest))
  // Before the first turn the day is "-infinity".
  return isLocalDate(done) && done >= month.from ? monthOf(addDays(done, 1)) : month
}

type Sum = { kind: Charges['kind']; rate: number; fees: number; fee: string; vat: string; subsidies: number; subsidy: string }

/** Puts the settlements into the invoice and adds their lines up; null, and all as before, when nothing was charged. */
async function takeSettlements(db: Connection, { merchantId, mode }: Scope, id: string, { to }: Month): Promise<ComposedInvoice | null> {
  await db.run(sql`update settlements s set invoice_id = ${id}
    where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.invoice_id is null and s.value_on <= ${to}`)
  const sums =
    await db.rows<Sum>(sql`select l.kind, coalesce(o.vat_bps, l.vat_bps, ${defaultFeePlans.instalments.vatRate}::integer) as rate,
      count(*) filter (where l.fee_cents <> 0 or l.vat_cents <> 0)::integer as fees, sum(l.fee_cents) as fee, sum(l.vat_cents) as vat,
      count(*) filter (where l.subsidy_cents <> 0)::integer as subsidies, sum(l.subsidy_cents) as subsidy
    from settlements s join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
      left join operations o on o.merchant_id = l.merchant_id and o.mode = l.mode and o.id = l.operation_id
    where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.invoice_id = ${id} group by 1, 2 order by 1, 2`)
  const composed = composeInvoice(
    sums.map((one) => ({
      kind: one.kind,
      vatRate: basisPoints(one.rate),
      feeCount: one.fees,
      feeCents: cents(Number(one.fee)),
      vatCents: cents(Number(one.vat)),
      subsidyCount: one.subsidies,
      subsidyCents: cents(Number(one.subsidy)),
    })),
  )
  if (!composed)
    await db.run(
      sql`update settlements s set invoice_id = null where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.invoice_id = ${id}`,
    )
  return composed
}

/** The bell at once, the letter as soon as it is committed. */
function tell(db: Connection, merchantId: string, { id, reference, now }: { id: string; reference: string; now: Date }): void {
  notify(db, {
    about: { merchantId },
    type: 'invoice_available',
    level: 'info',
    values: [{ key: 'reference', value: reference }],
    actionUrl: `/merchants/${hexOf(merchantId)}/invoices/${hexOf(id)}`,
    roles: ['owner', 'admin', 'editor'],
    now,
  })
  db.send(sql`insert into invoice_letters (merchant_id, invoice_id, send_at) values (${merchantId}, ${id}, ${now})`)
}
