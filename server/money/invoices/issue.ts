import { type LocalDate, madridDay } from '#domain/platform/dates'
import { monthBefore } from '#domain/money/invoice'
import type { Services } from '../../platform/calls/call.ts'
import type { Config } from '../../platform/config/config.ts'
import { sql } from '../../platform/database/sql.ts'
import { issueShop } from './issueShop.ts'
import type { Lack } from './readParties.ts'
import { type PostingServices, sendInvoiceEmails } from './sendInvoiceEmails.ts'

/** What invoicing needs of the services. */
export type IssuingServices = Pick<Services, 'database' | 'now' | 'log'> & { config: Pick<Config, 'invoicing' | 'brand'> }

/** What a run did; `waiting`: shops that cannot be invoiced yet, and what for. */
type IssueRun = { issued: number; waiting: { merchantId: string; lacks: Lack }[]; failed: number }

const atOnce = 3
const shopsAtATime = 500

/**
 * Issues the invoices of every shop for all months that have ended, up to a month's last day (by default the last month): one for each shop
 * and month, in a transaction of its own, whoever else runs and whatever ends it. A shop's turn comes when all of the month is settled. One
 * shop's failure leaves the others alone and is tried again in the next run. Test mode has no invoices.
 */
export async function issue(services: IssuingServices, upTo?: LocalDate): Promise<IssueRun> {
  const last = monthBefore(madridDay(services.now())).to
  const until = upTo !== undefined && upTo < last ? upTo : last
  const run: IssueRun = { issued: 0, waiting: [], failed: 0 }
  await services.database.write(null, (db) =>
    db.run(sql`insert into invoice_turns (merchant_id, invoiced_until) select m.id, '-infinity' from merchants m
      where not exists (select from invoice_turns t where t.merchant_id = m.id) on conflict do nothing`),
  )
  let after: string | undefined
  for (;;) {
    const shops = await shopsToInvoice(services, until, after)
    after = shops.at(-1)
    if (after === undefined) return run
    const queue = shops.values()
    await Promise.all(Array.from({ length: atOnce }, () => invoiceThese(services, queue, until, run)))
  }
}

/** Shops that have settlements up to a day, all of them made, and no invoices up to it; ids alone, beside the wall. */
async function shopsToInvoice({ database }: IssuingServices, until: LocalDate, after: string | undefined): Promise<string[]> {
  const beyond = after === undefined ? sql`true` : sql`t.merchant_id > ${after}::uuid`
  const rows = await database.read(null, (db) =>
    db.rows<{ merchant_id: string }>(
      sql`select t.merchant_id from invoice_turns t join settlement_turns s on s.merchant_id = t.merchant_id and s.mode = 'live'
        where t.invoiced_until < ${until} and s.settled_until >= ${until} and ${beyond} order by t.merchant_id limit ${shopsAtATime}`,
    ),
  )
  return rows.map(({ merchant_id: id }) => id)
}

async function invoiceThese(
  services: IssuingServices,
  queue: Iterator<string> & Iterable<string>,
  until: LocalDate,
  run: IssueRun,
): Promise<void> {
  for (const merchantId of queue) {
    try {
      // A month at a time, so that whatever was issued stands.
      for (;;) {
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

/** One round of the worker: invoices of months that have ended, then their letters; the letters go also when issuing failed. */
export async function issueAndTell(services: IssuingServices & PostingServices): Promise<void> {
  try {
    await issue(services)
  } finally {
    await sendInvoiceEmails(services)
  }
}
