import { PACKAGE_CONFIRM_DAYS } from '#domain/money/report'
import { formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import { packageAddress } from './packageLink.ts'
import { stateOf, thisRecipient } from './packageRecipients.ts'
import { statusOf, type StoredReport, storedReportColumns, thisReport } from './reportRow.ts'

/** Queues an e-mail about a package that is ready for each confirmed address of the shop, in its transaction. */
export function queuePackageEmails(db: Connection, scope: Scope, { reportId, now }: { reportId: string; now: Date }): void {
  enqueue(db, 'package_email', {
    subject: sql`concat_ws('/', ${reportId}::text, p.id)`,
    payload: sql`jsonb_build_object('recipientId', p.id, 'reportId', ${reportId}::text)`,
    about: scope,
    at: now,
    from: sql`from package_recipients p where ${inScope(scope, 'p')} and p.confirmed_at is not null and p.stopped_at is null`,
  })
}

type Row = { email: string; locale: string | null; shop: string; created_at: Date; confirmed_at: Date | null; stopped_at: Date | null }
type Facts = {
  email: string
  locale: string | null
  shop: string
  link: string
  isTest: boolean
  /** Null: the e-mail asks for the confirmation. */
  ready: { from: string; to: string; stopLink: string } | null
  until: Date
}

/** The e-mails to an address without an account. Nothing is sent to one that was removed, stopped, or is not asked any more, nor about a package that is gone. */
export const packageEmail = emailKind<'package_email', Facts>({
  async load(services, { merchantId, mode, payload: { recipientId, reportId } }) {
    const scope = mintScope(merchantId ?? '', mode ?? 'live')
    const now = services.now()
    const [recipient, report] = await services.database.read(scope, (db) =>
      Promise.all([
        db.first<Row>(sql`select p.email, p.created_at, p.confirmed_at, p.stopped_at, m.name as shop,
          (select u.locale from users u where u.id = p.created_by) as locale
          from package_recipients p join merchants m on m.id = p.merchant_id where ${thisRecipient(scope, recipientId)}`),
        reportId === null
          ? undefined
          : db.first<StoredReport>(sql`select ${storedReportColumns} from reports r where ${thisReport(scope, reportId)}`),
      ]),
    )
    if (!recipient || stateOf(recipient, now) !== (reportId === null ? 'asked' : 'active')) return undefined
    const { email, locale, shop, created_at: askedAt } = recipient
    const about = {
      email,
      locale,
      shop,
      isTest: scope.mode === 'sandbox',
      link: packageAddress(services, { scope, recipientId, reportId }),
    }
    if (reportId === null) return { ...about, ready: null, until: new Date(askedAt.getTime() + PACKAGE_CONFIRM_DAYS * 86_400_000) }
    if (!report?.expires_at || statusOf(report, now) !== 'ready') return undefined
    const stopLink = packageAddress(services, { scope, recipientId, reportId: null })
    return { ...about, ready: { from: report.from_on, to: report.to_on, stopLink }, until: report.expires_at }
  },
  render: packageContent,
})

/** What these e-mails say: the shop's name and the month, and nothing of what the package holds. */
export function packageContent(
  { shop, link, isTest, ready, until }: Omit<Facts, 'email' | 'locale'>,
  { brand }: Services['config'],
): EmailContent {
  const about = { shop, link, until: formatDateTime(until), brand: brand.name }
  const content = ready
    ? writeEmail(
        'reports.packages.ready',
        { ...about, from: formatDate(localDate(ready.from)), to: formatDate(localDate(ready.to)) },
        {
          reason: 'address',
          blocks: { stop: [{ kind: 'list', items: [{ text: text('reports.packages.ready.stop'), link: ready.stopLink }] }] },
        },
      )
    : writeEmail('reports.packages.ask', about, { reason: 'address' })
  return isTest ? { ...content, subject: text('mail.notice.test', { words: content.subject }) } : content
}
