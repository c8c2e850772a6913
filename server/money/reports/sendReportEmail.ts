import { formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Work } from '../../platform/jobs/jobs.ts'
import { standingOf, storedReportColumns, thisReport, type StoredReport } from './reportRow.ts'

/** Tells one recipient that the file is there, with a link into the panel, never the file. Nothing is sent when it is gone. */
export async function sendReportEmail(
  { database, config, mail, now }: Pick<Services, 'database' | 'config' | 'mail' | 'now'>,
  { merchantId, mode, reportId, recipient }: Work['report_letter'],
): Promise<void> {
  const scope = mintScope(merchantId, mode)
  const report = await database.read(scope, (db) =>
    db.first<StoredReport & { shop: string; unheard: string[]; locale: string | null }>(
      sql`select ${storedReportColumns}, (select m.name from merchants m where m.id = r.merchant_id) as shop,
        array(select u.email from users u where u.email = any(r.recipients) and u.removed_at is null and u.sandbox_only and ${mode} = 'live') as unheard,
        (select u.locale from users u join merchants m on m.account_id = u.account_id
          where m.id = r.merchant_id and u.email = r.recipients[${recipient}::integer + 1] and u.removed_at is null) as locale
        from reports r where ${thisReport(scope, reportId)}`,
    ),
  )
  const to = report?.recipients[recipient]
  // Whose seat is of test mode alone is told of nothing real.
  if (!report || to === undefined || report.unheard.includes(to) || report.expires_at === null || standingOf(report, now()) !== 'ready')
    return
  const letter = { shop: report.shop, until: formatDateTime(report.expires_at), isTest: mode === 'sandbox', merchantId }
  await mail({ to, ...speakingTo(report.locale, () => letterOf(config, report, letter)) })
}

type Said = { shop: string; until: string; isTest: boolean; merchantId: string }

function letterOf(
  { publicUrl, brand }: Services['config'],
  report: StoredReport,
  { shop, until, isTest, merchantId }: Said,
): { subject: string; text: string } {
  const days = { from: formatDate(localDate(report.from_on)), to: formatDate(localDate(report.to_on)) }
  const what = text('reports.file.title', { what: text(`reports.type.${report.type}`), ...days })
  const subject = text('reports.file.letter.subject', { what, shop })
  const link = `${publicUrl.replace(/\/+$/, '')}/merchants/${hexOf(merchantId)}/reports${isTest ? '?sandbox=true' : ''}`
  return {
    subject: isTest ? text('reports.file.sandboxClosing', { words: subject }) : subject,
    text: text('reports.file.letter.text', { what, shop, link, until, brand: brand.name, support: brand.supportEmail }),
  }
}
