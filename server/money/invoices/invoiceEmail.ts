import { formatDate, localDate } from '#domain/platform/dates'
import { invoiceNumber } from '#domain/money/invoice'
import { cents, formatEuros } from '#domain/platform/money'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'

/** Queues the e-mail about a new invoice, in its transaction. */
export const queueInvoiceEmail = (db: Connection, merchantId: string, { id: invoiceId, now }: { id: string; now: Date }): void =>
  enqueue(db, 'invoice_email', { subject: invoiceId, payload: { invoiceId }, about: { merchantId, mode: 'live' }, at: now })

type Facts = {
  id: string
  merchant_id: string
  email: string
  locale: null
  shop: string
  series: string
  year: number
  number: number
  kind: 'invoice' | 'rectifying'
  period_from: string
  period_to: string
  total_cents: bigint
}

/** The e-mail about a new invoice, to the shop's current billing address, with a link to the back office and never the file. */
export const invoiceEmail = emailKind<'invoice_email', Facts>({
  async load({ database }, { merchantId, payload }) {
    const facts = await database.read(mintScope(merchantId ?? '', 'live'), (db) =>
      db.first<Facts>(sql`select i.id, i.merchant_id, billing_email_of(m.id) as email, null as locale, m.name as shop, i.series, i.year, i.number, i.kind,
          i.period_from, i.period_to, i.total_cents
        from invoices i join merchants m on m.id = i.merchant_id where i.merchant_id = ${merchantId} and i.mode = 'live' and i.id = ${payload.invoiceId}`),
    )
    return facts?.email ? facts : undefined
  },
  render: invoiceContent,
})

export function invoiceContent(facts: Facts, { publicUrl, brand }: Config): EmailContent {
  const words = {
    number: invoiceNumber(facts.series, facts.year, facts.number),
    shop: facts.shop,
    from: formatDate(localDate(facts.period_from)),
    to: formatDate(localDate(facts.period_to)),
    total: formatEuros(cents(facts.total_cents < 0n ? -facts.total_cents : facts.total_cents)),
    link: `${publicUrl}/merchants/${hexOf(facts.merchant_id)}/invoices/${hexOf(facts.id)}`,
    brand: brand.name,
    support: brand.supportEmail,
  }
  const about = { reason: 'shop', shop: facts.shop } as const
  return facts.kind === 'invoice' ? writeEmail('mail.invoice', words, about) : writeEmail('mail.rectifyingInvoice', words, about)
}
