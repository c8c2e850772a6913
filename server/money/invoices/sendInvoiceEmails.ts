import { formatDate, localDate } from '#domain/platform/dates'
import { invoiceNumber } from '#domain/money/invoice'
import { cents, formatEuros } from '#domain/platform/money'
import type { Config } from '../../platform/config/config.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services, OutgoingEmail } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** Dependencies of `sendInvoiceEmails`. */
export type EmailServices = Pick<Services, 'database' | 'now' | 'log' | 'mail'> & { config: Pick<Config, 'brand' | 'publicUrl'> }

type Queued = { merchant_id: string; invoice_id: string; attempts: number }

const batchSize = 20
/** Delay after a failure, doubled each time; also the lease of an e-mail that is being sent. */
const firstDelayMs = 10 * 60_000
const maxAttempts = 8

/**
 * Sends the e-mails about new invoices to the shops' billing addresses, with a link to the back office and never the file. At-least-once: an e-mail whose
 * sending was interrupted may be sent twice. After eight failures it is given up and logged. Returns the number of e-mails sent.
 */
export async function sendInvoiceEmails(services: EmailServices): Promise<number> {
  let sent = 0
  for (;;) {
    const queued = await takeQueued(services)
    if (queued.length === 0) return sent
    for (const one of queued) {
      try {
        const email = await emailOf(services, one)
        if (email) await services.mail(email)
        await dequeue(services, one)
        if (email) sent += 1
      } catch (error) {
        const isLast = one.attempts >= maxAttempts
        services.log(
          isLast ? 'error' : 'warn',
          'invoice_letter_failed',
          {
            invoice: one.invoice_id,
            attempt: one.attempts,
          },
          error,
        )
        if (isLast) await dequeue(services, one)
      }
    }
  }
}

/** Takes due e-mails and reschedules them as after a failure. */
const takeQueued = ({ database, now }: EmailServices): Promise<Queued[]> =>
  database.write(null, (db) =>
    db.rows<Queued>(sql`update invoice_emails l set attempts = l.attempts + 1, send_at = ${now()}::timestamptz + power(2, l.attempts) * ${firstDelayMs}::integer * interval '1 ms'
      where (l.merchant_id, l.invoice_id) in (select merchant_id, invoice_id from invoice_emails where send_at <= ${now()} order by send_at limit ${batchSize} for update skip locked)
      returning l.merchant_id, l.invoice_id, l.attempts`),
  )

const dequeue = ({ database }: EmailServices, { merchant_id, invoice_id }: Queued) =>
  database.write(null, (db) =>
    db.run(sql`delete from invoice_emails l where l.merchant_id = ${merchant_id} and l.invoice_id = ${invoice_id}`),
  )

type Row = {
  email: string | null
  shop: string
  series: string
  year: number
  number: number
  kind: 'invoice' | 'rectifying'
  period_from: string
  period_to: string
  total_cents: bigint
}

/** The e-mail with its current recipient; undefined when there is none. */
async function emailOf(
  { database, config }: EmailServices,
  { merchant_id: merchantId, invoice_id: id }: Queued,
): Promise<OutgoingEmail | undefined> {
  const row = await database.read(mintScope(merchantId, 'live'), (db) =>
    db.first<Row>(sql`select billing_email_of(m.id) as email, m.name as shop, i.series, i.year, i.number, i.kind, i.period_from, i.period_to, i.total_cents
      from invoices i join merchants m on m.id = i.merchant_id where i.merchant_id = ${merchantId} and i.mode = 'live' and i.id = ${id}`),
  )
  if (!row?.email) return undefined
  const words = {
    number: invoiceNumber(row.series, row.year, row.number),
    shop: row.shop,
    from: formatDate(localDate(row.period_from)),
    to: formatDate(localDate(row.period_to)),
    total: formatEuros(cents(row.total_cents < 0n ? -row.total_cents : row.total_cents)),
    link: `${config.publicUrl}/merchants/${hexOf(merchantId)}/invoices/${hexOf(id)}`,
    brand: config.brand.name,
    support: config.brand.supportEmail,
  }
  return row.kind === 'invoice'
    ? { to: row.email, subject: text('mail.invoice.subject', words), text: text('mail.invoice.text', words) }
    : { to: row.email, subject: text('mail.rectifyingInvoice.subject', words), text: text('mail.rectifyingInvoice.text', words) }
}
