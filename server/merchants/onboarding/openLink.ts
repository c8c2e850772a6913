import type { CallName } from '#contract/index'
import { record } from '../../platform/audit/record.ts'
import type { CompanyAccount } from '../company/account.ts'
import type { PaperType } from '#domain/merchants/company/papers'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { isSecret } from '../../platform/calls/isSecret.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** A link that is good now, and the account that it belongs to. */
export type OpenLink = {
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
  step: OpenLink['step']
  document_type: PaperType | null
  recipient: string
  owner: string
  created_by: string
  expires_at: Date
}

/**
 * The link that somebody holds; the account is locked. Refuses alike, with LinkReplaced, one that does not exist, was not made here, was done, taken back
 * or has run out, and one about data that are no longer being told.
 */
export async function openLink(
  db: Connection,
  services: Services,
  { linkId, token }: { linkId: string; token: string },
  now: Date,
): Promise<OpenLink> {
  const id = uuidOf(linkId)
  if (!id || !isSecret(token, services.tokens.linkOf('delegation', id, 1))) throw new Refusal('LinkReplaced', { why: 'delegated' })
  const row = await db.first<Row>(sql`select l.id, l.account_id, a.type, a.requires_onboarding, l.step, l.document_type, l.recipient,
      u.first_name || ' ' || u.last_name as owner, l.created_by, l.expires_at
    from onboarding_links l join accounts a on a.id = l.account_id join users u on u.id = l.created_by
    where l.id = ${id} and l.done_at is null and l.revoked_at is null and l.expires_at > ${now} for no key update of a`)
  if (!row || (row.step === 'enterprise' && !row.requires_onboarding)) throw new Refusal('LinkReplaced', { why: 'delegated' })
  return {
    id: row.id,
    account: { id: row.account_id, type: row.type, requiresOnboarding: row.requires_onboarding },
    step: row.step,
    documentType: row.document_type,
    recipient: row.recipient,
    owner: row.owner,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
  }
}

/** The line of what was done by a link: who is not known, only which link. */
export const recordByLink = (
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
