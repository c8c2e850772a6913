import { addDays, isLocalDate, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { composeInvoice, invoiceNumber, monthOf, type Charges, type ComposedInvoice, type Month } from '#domain/money/invoice'
import { basisPoints, cents } from '#domain/platform/money'
import { exemptionOf, type TaxTerritory } from '#domain/money/taxTerritory'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { lineRate, lineTerritory } from '../ledger/lineTax.ts'
import { queueInvoiceEmail } from './invoiceEmail.ts'
import { readParties, type Lack } from './readParties.ts'
import { writeInvoice } from './writeInvoice.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Config } from '../../platform/config/config.ts'

/** Dependencies of `issue`. */
export type IssuingServices = Pick<Services, 'database' | 'now' | 'log'> & { config: Pick<Config, 'invoicing' | 'brand'> }

/** Statement timeout: a busy shop's month may take longer than the default. */
const statementMs = 600_000

/** The result for a shop: a month was processed, with an invoice or without; data is missing; or nothing is due. */
type IssueResult = { issued: boolean } | { lacks: Lack } | { done: true }

/**
 * Invoices the next due month of one shop, in one transaction: settlements, number, invoice, notice, e-mail, audit entry. A settlement that was too late
 * for its own month's invoice goes into the next one. `done` also when another process is invoicing this shop.
 */
export function issueShop(services: IssuingServices, merchantId: string, until: LocalDate): Promise<IssueResult> {
  const scope = mintScope(merchantId, 'live')
  return services.database.write(scope, async (db): Promise<IssueResult> => {
    await db.allow(statementMs)
    const entry = await lockShop(db, scope, until)
    if (!entry) return { done: true }
    const month = nextMonth(entry)
    if (month === null || month.to > until) {
      await markDone(db, scope, until)
      return { done: true }
    }
    const parties = await readParties(db, merchantId, services.config)
    if (typeof parties === 'string') {
      if (entry.lacks !== parties) {
        await db.run(sql`update invoice_runs t set lacks = ${parties} where t.merchant_id = ${merchantId}`)
        services.log('warn', 'invoice_waits', { merchant: merchantId, lacks: parties, month: month.from })
      }
      return { lacks: parties }
    }
    const now = services.now()
    const id = newId(now)
    const composed = await takeSettlements(db, scope, id, month)
    await markDone(db, scope, month.to)
    if (!composed) return { issued: false }
    const { invoicing } = services.config
    const series = composed.kind === 'rectifying' ? invoicing.rectifyingSeries : invoicing.series
    const exemption = exemptionOf(composed, invoicing.exemptions)
    const facts = { id, month, composed, parties, exemption, now, today: madridDay(now), series, isRecorded: invoicing.verifactu !== null }
    const { year, number } = await writeInvoice(db, scope, facts)
    const reference = invoiceNumber(series, year, number)
    notifyIssued(db, merchantId, { id, reference, now })
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

type QueueEntry = { invoiced_until: string; lacks: Lack | null; oldest_on: string | null }

/** Locks the shop's queue entry; undefined when it is done, or locked by another process. */
function lockShop(db: Connection, { merchantId }: Scope, until: LocalDate): Promise<QueueEntry | undefined> {
  return db.first<QueueEntry>(sql`select t.invoiced_until, t.lacks,
      (select min(s.value_on) from settlements s where s.merchant_id = t.merchant_id and s.mode = 'live' and s.invoice_id is null and s.value_on <= ${until}) as oldest_on
    from invoice_runs t where t.merchant_id = ${merchantId} and t.invoiced_until < ${until} for update of t skip locked`)
}

const markDone = (db: Connection, { merchantId }: Scope, until: LocalDate) =>
  db.run(sql`update invoice_runs t set invoiced_until = ${until}, lacks = null where t.merchant_id = ${merchantId}`)

/** The month of the oldest settlement without an invoice, after all invoiced months; null when there is none. */
function nextMonth({ invoiced_until: done, oldest_on: oldest }: QueueEntry): Month | null {
  if (oldest === null) return null
  const month = monthOf(localDate(oldest))
  // Before the first invoice the date is "-infinity".
  return isLocalDate(done) && done >= month.from ? monthOf(addDays(done, 1)) : month
}

type Sum = {
  kind: Charges['kind']
  territory: TaxTerritory
  rate: number
  fees: number
  fee: string
  vat: string
  subsidies: number
  subsidy: string
}

/** Assigns the settlements to the invoice and sums their lines; null, without an effect, when nothing was charged. */
async function takeSettlements(db: Connection, scope: Scope, id: string, { to }: Month): Promise<ComposedInvoice | null> {
  await db.run(sql`update settlements s set invoice_id = ${id}
    where ${inScope(scope, 's')} and s.invoice_id is null and s.value_on <= ${to}`)
  const sums = await db.rows<Sum>(sql`select l.kind, ${lineTerritory} as territory, ${lineRate} as rate,
      count(*) filter (where l.fee_cents <> 0 or l.vat_cents <> 0)::integer as fees, sum(l.fee_cents) as fee, sum(l.vat_cents) as vat,
      count(*) filter (where l.subsidy_cents <> 0)::integer as subsidies, sum(l.subsidy_cents) as subsidy
    from settlements s join settlement_lines l on ${inScope(scope, 'l')} and l.settlement_id = s.id
      left join operations o on ${inScope(scope, 'o')} and o.id = l.operation_id
    where ${inScope(scope, 's')} and s.invoice_id = ${id} group by 1, 2, 3 order by 1, 2, 3`)
  const composed = composeInvoice(
    sums.map((line) => ({
      kind: line.kind,
      territory: line.territory,
      vatRate: basisPoints(line.rate),
      feeCount: line.fees,
      feeCents: cents(Number(line.fee)),
      vatCents: cents(Number(line.vat)),
      subsidyCount: line.subsidies,
      subsidyCents: cents(Number(line.subsidy)),
    })),
  )
  if (!composed) await db.run(sql`update settlements s set invoice_id = null where ${inScope(scope, 's')} and s.invoice_id = ${id}`)
  return composed
}

/** Creates the notice and queues the e-mail, in the same transaction. */
function notifyIssued(db: Connection, merchantId: string, { id, reference, now }: { id: string; reference: string; now: Date }): void {
  notify(db, {
    about: { merchantId },
    type: 'invoice_available',
    level: 'info',
    values: [{ key: 'reference', value: reference }],
    actionUrl: `/merchants/${hexOf(merchantId)}/invoices/${hexOf(id)}`,
    roles: ['owner', 'admin', 'editor'],
    now,
  })
  queueInvoiceEmail(db, merchantId, { id, now })
}
