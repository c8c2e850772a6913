import type { PackageLink } from '#contract/money/packageRecipients'
import type { CallName } from '#contract/index'
import { record } from '../../platform/audit/record.ts'
import type { Call, Handler, Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { stateOf, thisRecipient } from './packageRecipients.ts'
import { readParts } from './readRequest.ts'
import { statusOf, type StoredReport, storedReportColumns, thisReport } from './reportRow.ts'

/** What a link is about: a recipient, and in the e-mail of a month its package. Ids of the database. */
type PackageLinkParts = { scope: Scope; recipientId: string; reportId: string | null }

type Subject = [purpose: 'package_recipient' | 'package', objectId: string, generation: number]
const subjectOf = ({ recipientId, reportId }: PackageLinkParts): Subject =>
  reportId === null ? ['package_recipient', recipientId, 1] : ['package', `${recipientId}/${reportId}`, 1]

/** The address of a link, whose fragment browsers do not send to servers. */
export function packageAddress({ tokens, config }: Pick<Services, 'tokens' | 'config'>, parts: PackageLinkParts): string {
  const { scope, recipientId, reportId } = parts
  const ids = [hexOf(scope.merchantId), scope.mode, hexOf(recipientId), reportId === null ? '' : hexOf(reportId)]
  return `${config.publicUrl}/package#${[...ids, tokens.linkOf(...subjectOf(parts))].join('.')}`
}

const shape = /^([0-9a-f]{32})\.(live|sandbox)\.([0-9a-f]{32})\.([0-9a-f]{32})?\.([A-Za-z0-9_-]{20,128})$/

/** The parts of a link that we made. Refuses with LinkReplaced. */
function partsOf(tokens: Services['tokens'], bearer: string | undefined): PackageLinkParts {
  const [, merchant = '', mode, recipient = '', report, secret = ''] = shape.exec(bearer ?? '') ?? []
  const [merchantId, recipientId, reportId] = [uuidOf(merchant), uuidOf(recipient), report === undefined ? null : uuidOf(report)]
  if (!merchantId || !recipientId || reportId === undefined) throw new Refusal('LinkReplaced', { why: 'package' })
  const parts = { scope: mintScope(merchantId, mode === 'sandbox' ? 'sandbox' : 'live'), recipientId, reportId }
  if (!tokens.isLink(secret, ...subjectOf(parts))) throw new Refusal('LinkReplaced', { why: 'package' })
  return parts
}

type Recipient = { created_at: Date; confirmed_at: Date | null; stopped_at: Date | null; account_id: string; shop: string }
type Opened = PackageLinkParts & { recipient: Recipient; state: PackageLink['state']; report: StoredReport | undefined }
type PublicCall = Pick<Call<'packageLinkView'>, 'services' | 'http' | 'now'>

/**
 * Reads what a link opens; `forUpdate` locks the recipient. Refuses alike, with LinkReplaced, a link that was not made here, whose address was removed or
 * not confirmed in time, and whose package has expired or was deleted.
 */
async function open(db: Connection, now: Date, parts: PackageLinkParts, forUpdate = false): Promise<Opened> {
  const { scope, recipientId, reportId } = parts
  const recipient = await db.first<Recipient>(sql`select p.created_at, p.confirmed_at, p.stopped_at, m.account_id, m.name as shop
    from package_recipients p join merchants m on m.id = p.merchant_id where ${thisRecipient(scope, recipientId)} ${forUpdate ? sql`for no key update of p` : sql``}`)
  const state = recipient && stateOf(recipient, now)
  if (!state || state === 'expired') throw new Refusal('LinkReplaced', { why: 'package' })
  const report =
    reportId === null
      ? undefined
      : await db.first<StoredReport>(
          sql`select ${storedReportColumns} from reports r where ${thisReport(scope, reportId)} and r.type = 'month_package' and r.schedule_id is not null`,
        )
  if (reportId !== null && (!report || statusOf(report, now) !== 'ready')) throw new Refusal('LinkReplaced', { why: 'package' })
  return { ...parts, recipient, state, report }
}

function viewOf({ recipient, state, report }: Opened): PackageLink {
  const mayHave = state === 'active' && report?.size_bytes != null && report.expires_at !== null
  return {
    shop: recipient.shop,
    state,
    file: mayHave
      ? {
          name: `${report.name}.${report.format}`,
          from: report.from_on,
          to: report.to_on,
          sizeBytes: Number(report.size_bytes),
          expiresAt: report.expires_at?.toISOString() ?? '',
        }
      : null,
  }
}

type ByLink = { call: CallName; ip: string; requestId: string; after: object }

/** The audit entry of an action by link: the address is known, the person is not. */
const recordByLink = (db: Connection, { scope, recipient, recipientId }: Opened, { call, ip, requestId, after }: ByLink): Promise<void> =>
  record(db, {
    accountId: recipient.account_id,
    merchantId: scope.merchantId,
    mode: scope.mode,
    userId: null,
    role: 'link',
    ip,
    call,
    entity: 'package_recipient',
    entityId: recipientId,
    after,
    requestId,
  })

/** What a link opens. Refuses with LinkReplaced. */
export const packageLinkView: Handler<'packageLinkView'> = async (call) => {
  const parts = partsOf(call.services.tokens, call.http.bearer)
  return call.services.database.read(parts.scope, async (db) => viewOf(await open(db, call.now, parts)))
}

type Change = { call: PublicCall & Pick<Call<'packageLinkConfirm'>, 'ip' | 'requestId'>; name: CallName; to: 'active' | 'stopped' }

/** Lets an address get packages, or no more; doing it again changes nothing. */
async function change({ call, name, to }: Change): Promise<PackageLink> {
  const { services, http, now, ip, requestId } = call
  const parts = partsOf(services.tokens, http.bearer)
  return services.database.write(parts.scope, async (db) => {
    const opened = await open(db, now, parts, true)
    // Who stopped it starts again only when the shop asks again.
    if (opened.state === to || opened.state === 'stopped') return viewOf(opened)
    await db.run(
      sql`update package_recipients p set ${to === 'active' ? sql`confirmed_at` : sql`stopped_at`} = ${now} where ${thisRecipient(parts.scope, parts.recipientId)}`,
    )
    await recordByLink(db, opened, { call: name, ip, requestId, after: { state: to } })
    return viewOf({ ...opened, state: to })
  })
}

/** Confirms an address from its mailbox. Refuses with LinkReplaced. */
export const packageLinkConfirm: Handler<'packageLinkConfirm'> = (call) => change({ call, name: 'packageLinkConfirm', to: 'active' })

/** Stops the packages to an address, whether it was confirmed or not. Refuses with LinkReplaced. */
export const packageLinkStop: Handler<'packageLinkStop'> = (call) => change({ call, name: 'packageLinkStop', to: 'stopped' })

/** The package of an e-mail, for a confirmed address. Refuses with LinkReplaced. */
export const packageLinkFile: Handler<'packageLinkFile'> = async (call) => {
  const { services, http, ip, requestId } = call
  const parts = partsOf(services.tokens, http.bearer)
  const { report } = await services.database.write(parts.scope, async (db) => {
    const opened = await open(db, call.now, parts)
    if (!opened.report || opened.state !== 'active') throw new Refusal('LinkReplaced', { why: 'package' })
    await recordByLink(db, opened, { call: 'packageLinkFile', ip, requestId, after: { report: hexOf(opened.report.id) } })
    return { report: opened.report }
  })
  const { checksum, size_bytes: sizeBytes } = report
  return {
    download: readParts(services.database, parts.scope, report),
    ...(checksum !== null && sizeBytes !== null && { storedFile: { checksum: checksum.toString('hex'), sizeBytes: Number(sizeBytes) } }),
    fileName: `${report.name}.${report.format}`,
    mediaType: 'application/zip',
  }
}
