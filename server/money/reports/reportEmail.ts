import { formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import { statusOf, type StoredReport, storedReportColumns, thisReport } from './reportRow.ts'

type ReadyReport = { reportId: string; recipients: number; now: Date }

/** Queues an e-mail for each recipient of a report that is ready, in its transaction. */
export function queueReportEmails(db: Connection, scope: Scope, { reportId, recipients, now }: ReadyReport): void {
  if (recipients === 0) return
  enqueue(db, 'report_email', {
    subject: sql`concat_ws('/', ${reportId}::text, n)`,
    payload: sql`jsonb_build_object('reportId', ${reportId}::text, 'recipient', n)`,
    about: scope,
    at: now,
    from: sql`from generate_series(0, ${recipients - 1}::integer) n`,
  })
}

type Facts = {
  email: string
  locale: string | null
  report: StoredReport
  shop: string
  until: string
  isTest: boolean
  merchantId: string
}

/** The e-mail that the file is ready, with a link to the back office, never the file. Nothing is sent when the report was deleted. */
export const reportEmail = emailKind<'report_email', Facts>({
  async load({ database, now }, { merchantId: storedId, mode: storedMode, payload: { reportId, recipient } }) {
    const [merchantId, mode] = [storedId ?? '', storedMode ?? 'live']
    const scope = mintScope(merchantId, mode)
    const report = await database.read(scope, (db) =>
      db.first<StoredReport & { shop: string; sandboxOnly: string[]; locale: string | null }>(
        sql`select ${storedReportColumns}, (select m.name from merchants m where m.id = r.merchant_id) as shop,
          array(select u.email from members u join merchants m on m.account_id = u.account_id where m.id = r.merchant_id and u.email = any(r.recipients) and u.removed_at is null and u.sandbox_only and ${mode} = 'live') as "sandboxOnly",
          (select u.locale from members u join merchants m on m.account_id = u.account_id
            where m.id = r.merchant_id and u.email = r.recipients[${recipient}::integer + 1] and u.removed_at is null) as locale
          from reports r where ${thisReport(scope, reportId)}`,
      ),
    )
    const email = report?.recipients[recipient]
    // A sandbox-only member gets no e-mail about live data.
    if (!report || email === undefined || report.sandboxOnly.includes(email) || report.expires_at === null) return undefined
    if (statusOf(report, now()) !== 'ready') return undefined
    const { shop, locale, expires_at: expiresAt } = report
    return { email, locale, report, shop, until: formatDateTime(expiresAt), isTest: mode === 'sandbox', merchantId }
  },
  render: reportContent,
})

type ContentFacts = Omit<Facts, 'email' | 'locale' | 'report'> & { report: Pick<StoredReport, 'type' | 'from_on' | 'to_on'> }

export function reportContent(
  { report, shop, until, isTest, merchantId }: ContentFacts,
  { publicUrl, brand }: Services['config'],
): EmailContent {
  const days = { from: formatDate(localDate(report.from_on)), to: formatDate(localDate(report.to_on)) }
  const title = `${text(`reports.type.${report.type}`)} ${text('reports.notice.days', days)}`
  const link = `${publicUrl}/merchants/${hexOf(merchantId)}/reports${isTest ? '?sandbox=true' : ''}`
  const content = writeEmail('reports.file.letter', { what: title, shop, link, until, brand: brand.name }, { reason: 'address' })
  return isTest ? { ...content, subject: text('mail.notice.test', { words: content.subject }) } : content
}
