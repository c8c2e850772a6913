import { formatDate, formatDateTime, localDate } from '#domain/dates'
import { mintScope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'
import { text } from '../http/messages.ts'
import { hexOf } from '../http/wire.ts'
import type { Work } from '../jobs/jobs.ts'
import { standingOf, storedReportColumns, thisReport, type StoredReport } from './reportRow.ts'

/** Tells one recipient that the file is there, with a link into the panel, never the file. Nothing is sent when it is gone. */
export async function sendLetter(
  { database, config, mail, now }: Pick<House, 'database' | 'config' | 'mail' | 'now'>,
  { merchantId, mode, reportId, recipient }: Work['report_letter'],
): Promise<void> {
  const scope = mintScope(merchantId, mode)
  const report = await database.read(scope, (db) =>
    db.first<StoredReport & { shop: string; unheard: string[] }>(
      sql`select ${storedReportColumns}, (select m.name from merchants m where m.id = r.merchant_id) as shop,
        array(select u.email from users u where u.email = any(r.recipients) and u.removed_at is null and u.sandbox_only and ${mode} = 'live') as unheard
        from reports r where ${thisReport(scope, reportId)}`,
    ),
  )
  const to = report?.recipients[recipient]
  // Whose seat is of test mode alone is told of nothing real.
  if (!report || to === undefined || report.unheard.includes(to) || report.expires_at === null || standingOf(report, now()) !== 'ready')
    return
  const isTest = mode === 'sandbox'
  const days = { from: formatDate(localDate(report.from_on)), to: formatDate(localDate(report.to_on)) }
  const what = text('reports.file.title', { what: text(`reports.file.sheet.${report.type}`), ...days })
  const subject = text('reports.file.letter.subject', { what, shop: report.shop })
  const link = `${config.publicUrl.replace(/\/+$/, '')}/merchants/${hexOf(merchantId)}/reports${isTest ? '?sandbox=true' : ''}`
  await mail({
    to,
    subject: isTest ? text('reports.file.sandboxClosing', { words: subject }) : subject,
    text: text('reports.file.letter.text', {
      what,
      shop: report.shop,
      link,
      until: formatDateTime(report.expires_at),
      brand: config.brand.name,
      support: config.brand.supportEmail,
    }),
  })
}
