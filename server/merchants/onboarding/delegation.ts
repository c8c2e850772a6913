import type { DelegationLink } from '#contract/merchants/delegation'
import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockAccount } from '../company/account.ts'
import { papersNeeded } from '../company/documents.ts'

const lifeMs = 7 * 86_400_000

type Row = {
  id: string
  step: DelegationLink['step']
  document_type: DelegationLink['documentType']
  recipient: string
  created_at: Date
  expires_at: Date
  opened_at: Date | null
  done_at: Date | null
  revoked_at: Date | null
}

const columns = sql`id, step, document_type, recipient, created_at, expires_at, opened_at, done_at, revoked_at`

const stateOf = ({ revoked_at, done_at, expires_at }: Row, now: Date): DelegationLink['state'] =>
  revoked_at ? 'revoked' : done_at ? 'done' : expires_at <= now ? 'expired' : 'open'

const viewOf = (row: Row, now: Date): DelegationLink => ({
  id: hexOf(row.id),
  step: row.step,
  documentType: row.document_type,
  recipient: row.recipient,
  state: stateOf(row, now),
  created: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  openedAt: row.opened_at?.toISOString() ?? null,
  doneAt: row.done_at?.toISOString() ?? null,
})

/** The account's delegation links, newest first. */
export const delegationList: Handler<'delegationList'> = async ({ db, caller, now }) => {
  const rows = await db.rows<Row>(
    sql`select ${columns} from onboarding_links where account_id = ${caller.accountId} order by created_at desc limit 50`,
  )
  return rows.map((row) => viewOf(row, now))
}

/** Creates a delegation link; its token is derived, returned once and never stored. Refuses with OnboardingNotAllowed or DocumentNotAllowed. */
export const delegationCreate: Handler<'delegationCreate'> = async ({ db, caller, body, services, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { step, documentType, recipient } = body
  if ((step === 'docs-upload') !== (documentType !== null) || (documentType !== null && !papersNeeded(account).includes(documentType)))
    throw new Refusal('DocumentNotAllowed', { why: 'type' })
  if (step === 'enterprise' && (account.type !== 'enterprise' || !account.requiresOnboarding))
    throw new Refusal('OnboardingNotAllowed', { why: 'over' })
  const id = newId(now)
  const row =
    await db.first<Row>(sql`insert into onboarding_links (id, account_id, step, document_type, recipient, created_by, created_at, expires_at)
    values (${id}, ${account.id}, ${step}, ${documentType}, ${recipient}, ${caller.userId}, ${now}, ${new Date(now.getTime() + lifeMs)}) returning ${columns}`)
  if (!row) throw new Error(`onboarding link ${id} was not inserted`)
  audit({ entity: 'onboarding_link', entityId: id, after: { step, documentType } })
  return {
    link: viewOf(row, now),
    address: `${services.config.publicUrl}/delegated#${hexOf(id)}.${services.tokens.linkOf('delegation', id, 1)}`,
  }
}

/** Revokes a delegation link at once; answers not found for another account's. */
export const delegationRevoke: Handler<'delegationRevoke'> = async ({ db, caller, params, now, audit }) => {
  const id = idFrom(params.linkId)
  const revoked = await db.run(
    sql`update onboarding_links set revoked_at = coalesce(revoked_at, ${now}) where id = ${id} and account_id = ${caller.accountId}`,
  )
  if (!revoked) throw notFound(params.linkId)
  audit({ entity: 'onboarding_link', entityId: id, after: { revoked: true } })
  return undefined
}
