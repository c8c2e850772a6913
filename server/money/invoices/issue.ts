import { type LocalDate, madridDay } from '#domain/platform/dates'
import { monthBefore } from '#domain/money/invoice'
import { sql } from '../../platform/database/sql.ts'
import { issueShop, type IssuingServices } from './issueShop.ts'
import type { Lack } from './readParties.ts'

/** The result of a run; `waiting`: shops that cannot be invoiced yet, and which data is missing. */
type IssueRun = { issued: number; waiting: { merchantId: string; lacks: Lack }[]; failed: number }

const concurrency = 3
const batchSize = 500

/**
 * Issues the invoices of every shop for all ended months, up to a month's last day (by default last month's): exactly one for each shop and month, in its
 * own transaction, also with concurrent runs and crashes. A month is invoiced once it is completely settled. A failure of one shop does not affect the
 * others and is retried by the next run. Test mode has no invoices. `isOver`: asked before each invoice whether the run should end.
 */
export async function issue(services: IssuingServices, upTo?: LocalDate, isOver: () => boolean = () => false): Promise<IssueRun> {
  const last = monthBefore(madridDay(services.now())).to
  const until = upTo !== undefined && upTo < last ? upTo : last
  const run: IssueRun = { issued: 0, waiting: [], failed: 0 }
  await services.database.write(null, (db) =>
    db.run(sql`insert into invoice_runs (merchant_id, invoiced_until) select m.id, '-infinity' from merchants m
      where not exists (select from invoice_runs t where t.merchant_id = m.id) on conflict do nothing`),
  )
  let after: string | undefined
  for (;;) {
    const shops = await dueShops(services, until, after)
    after = shops.at(-1)
    if (after === undefined || isOver()) return run
    const queue = shops.values()
    await Promise.all(Array.from({ length: concurrency }, () => invoiceShops(services, queue, { until, isOver }, run)))
  }
}

/** Shops that are completely settled up to a day and not invoiced up to it; ids only, from a table that is read across shops. */
async function dueShops({ database }: IssuingServices, until: LocalDate, after: string | undefined): Promise<string[]> {
  const beyond = after === undefined ? sql`true` : sql`t.merchant_id > ${after}::uuid`
  const rows = await database.read(null, (db) =>
    db.rows<{ merchant_id: string }>(
      sql`select t.merchant_id from invoice_runs t join settlement_runs s on s.merchant_id = t.merchant_id and s.mode = 'live'
        where t.invoiced_until < ${until} and s.settled_until >= ${until} and ${beyond} order by t.merchant_id limit ${batchSize}`,
    ),
  )
  return rows.map(({ merchant_id: id }) => id)
}

async function invoiceShops(
  services: IssuingServices,
  queue: Iterator<string> & Iterable<string>,
  { until, isOver }: { until: LocalDate; isOver: () => boolean },
  run: IssueRun,
): Promise<void> {
  for (const merchantId of queue) {
    try {
      // One month per transaction, so that issued invoices stay.
      while (!isOver()) {
        const turn = await issueShop(services, merchantId, until)
        if ('lacks' in turn) run.waiting.push({ merchantId, lacks: turn.lacks })
        if ('issued' in turn && turn.issued) run.issued += 1
        if (!('issued' in turn)) break
      }
    } catch (error) {
      run.failed += 1
      services.log('error', 'invoice_failed', { merchant: merchantId }, error)
    }
  }
}
