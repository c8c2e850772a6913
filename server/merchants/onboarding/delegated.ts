import type { CallName } from '#contract/index'
import { maxPagesOf, type PaperType } from '#domain/merchants/company/papers'
import { record } from '../../platform/audit/record.ts'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { Refusal, refuseFile } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { inspectUpload } from '../../platform/uploads/inspectUpload.ts'
import { accountOf, type CompanyAccount } from '../company/account.ts'
import { storePaper, readPapers } from '../company/documents.ts'
import { enterpriseView, readEnterprise, saveEnterprise } from '../company/enterprise.ts'

/** A valid delegation link, and its account. */
type OpenLink = {
  id: string
  account: CompanyAccount
  step: 'enterprise' | 'docs-upload'
  documentType: PaperType | null
  recipient: string
  owner: string
  createdBy: string
  expiresAt: Date
}

type Row = {
  id: string
  account_id: string
  type: CompanyAccount['type']
  requires_onboarding: boolean
  papers_elsewhere: boolean
  step: OpenLink['step']
  document_type: PaperType | null
  recipient: string
  owner: string
  created_by: string
  expires_at: Date
}

/**
 * Reads a delegation link and locks its account. Refuses alike, with LinkReplaced, a link that does not exist, was not created here, is
 * done, revoked or expired, or is about data that can no longer be changed.
 */
async function openLink(
  db: Connection,
  services: Services,
  { linkId, token }: { linkId: string; token: string },
  now: Date,
): Promise<OpenLink> {
  const id = uuidOf(linkId)
  if (!id || !services.tokens.isLink(token, 'delegation', id, 1)) throw new Refusal('LinkReplaced', { why: 'delegated' })
  const row =
    await db.first<Row>(sql`select l.id, l.account_id, a.type, a.requires_onboarding, a.papers_elsewhere, l.step, l.document_type, l.recipient,
      u.first_name || ' ' || u.last_name as owner, l.created_by, l.expires_at
    from onboarding_links l join accounts a on a.id = l.account_id join users u on u.id = l.created_by
    where l.id = ${id} and l.done_at is null and l.revoked_at is null and l.expires_at > ${now} for no key update of a`)
  if (!row || (row.step === 'enterprise' && !row.requires_onboarding)) throw new Refusal('LinkReplaced', { why: 'delegated' })
  return {
    id: row.id,
    account: accountOf({ ...row, id: row.account_id }),
    step: row.step,
    documentType: row.document_type,
    recipient: row.recipient,
    owner: row.owner,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
  }
}

/** The audit entry of an action by link: the link is known, the person is not. */
const recordByLink = (
  db: Connection,
  { id, account }: OpenLink,
  { call, ip, requestId, after }: { call: CallName; ip: string; requestId: string; after: object },
): Promise<void> =>
  record(db, {
    accountId: account.id,
    merchantId: null,
    mode: null,
    userId: null,
    role: 'link',
    ip,
    call,
    entity: 'onboarding_link',
    entityId: id,
    after,
    requestId,
  })

/** What a link asks for, and nothing else of the account. Refuses with LinkReplaced. */
export const delegatedView: Handler<'delegatedView'> = ({ services, body, now }) =>
  services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    db.send(sql`update onboarding_links set opened_at = coalesce(opened_at, ${now}) where id = ${link.id}`)
    const papers = link.documentType === null ? [] : await readPapers(db, link.account, now)
    return {
      recipient: link.recipient,
      owner: link.owner,
      expiresAt: link.expiresAt.toISOString(),
      enterprise: link.step === 'enterprise' ? enterpriseView(await readEnterprise(db, link.account), now) : null,
      paper: papers.find(({ type }) => type === link.documentType) ?? null,
    }
  })

/** Saves any part of the company's data by its link. Refuses with LinkReplaced, or ApiValidationException by field. */
export const delegatedSave: Handler<'delegatedSave'> = ({ services, body, now, ip, requestId }) =>
  services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    if (link.step !== 'enterprise') throw new Refusal('LinkReplaced', { why: 'delegated' })
    const changes = { ...body.enterprise, revision: body.revision }
    const { names, ...stored } = await saveEnterprise(db, link.account, changes, { by: null, now })
    await recordByLink(db, link, { call: 'delegatedSave', ip, requestId, after: { fields: names } })
    return enterpriseView(stored, now)
  })

const upload: Handler<'delegatedUpload'> = async ({ services, body, file, now, ip, requestId }) => {
  const opened = await services.database.write(null, (db) => openLink(db, services, body, now))
  if (opened.documentType === null) throw new Refusal('LinkReplaced', { why: 'delegated' })
  const inspected = await inspectUpload(services, file.bytes, maxPagesOf(opened.documentType)).catch(refuseFile)
  return services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    if (link.documentType === null) throw new Refusal('LinkReplaced', { why: 'delegated' })
    const uploaded = { type: link.documentType, side: body.side, name: file.name, inspected, userId: link.createdBy, link: link.id, now }
    const { id, paper } = await storePaper(db, link.account, uploaded)
    await recordByLink(db, link, { call: 'delegatedUpload', ip, requestId, after: { document: id, side: body.side } })
    return paper
  })
}

/** Uploads the one document that a link asks for. Refuses with LinkReplaced before the file is read, and otherwise as the owner's upload does. */
export const delegatedUpload: Handler<'delegatedUpload'> = Object.assign(upload, {
  beforeFile: ({ services, body, now }: Parameters<NonNullable<Handler<'delegatedUpload'>['beforeFile']>>[0]) =>
    services.database.write(null, async (db) => void (await openLink(db, services, body, now))),
})

/** Closes a link whose task is done. Refuses with LinkReplaced. */
export const delegatedDone: Handler<'delegatedDone'> = async ({ services, body, now, ip, requestId }) => {
  await services.database.write(null, async (db) => {
    const link = await openLink(db, services, body, now)
    await db.run(sql`update onboarding_links set done_at = ${now} where id = ${link.id}`)
    await recordByLink(db, link, { call: 'delegatedDone', ip, requestId, after: { done: true } })
  })
  return undefined
}
