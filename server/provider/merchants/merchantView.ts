import { hash, randomBytes } from 'node:crypto'
import { merchantViewLinkMs } from '#domain/provider/merchantView'
import { notify } from '../../merchants/notices/notify.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Lets a member of staff look at the panel as the account's first owner does, and tells the owners why. Refuses with ProviderActionNotAllowed an account that
 * nobody has accepted yet.
 */
export const consoleMerchantView: ConsoleHandler<'consoleMerchantView'> = async ({ db, params, body, services, staff, now, audit }) => {
  const accountId = idFrom(params.accountId)
  const known = await db.first(sql`select from accounts a where a.id = ${accountId}`)
  if (!known) throw notFound(params.accountId)
  const owner = await db.first<{ id: string }>(sql`select u.id from members u where u.account_id = ${accountId} and u.role = 'owner'
    and u.joined_at is not null and u.disabled_at is null and u.removed_at is null order by u.joined_at, u.id limit 1`)
  if (!owner) throw new Refusal('ProviderActionNotAllowed', { why: 'noOwner' })
  const id = newId(now)
  const token = randomBytes(32).toString('base64url')
  const endsAt = new Date(now.getTime() + merchantViewLinkMs)
  await db.run(sql`insert into staff_views (id, staff_id, account_id, user_id, token_hash, created_at, ends_at)
    values (${id}, ${staff.staffId}, ${accountId}, ${owner.id}, ${hash('sha256', token, 'buffer')}, ${now}, ${endsAt})`)
  const values = [{ key: 'reason', value: body.reason }]
  notify(db, { about: { accountId }, type: 'provider_view', level: 'info', values, actionUrl: null, roles: ['owner'], byMail: true, now })
  await recordAct(db, staff, {
    accountId,
    call: 'operator.view-panel',
    entity: 'account',
    entityId: accountId,
    after: { note: body.reason },
  })
  audit({ entity: 'account', entityId: accountId, after: { viewed: true } })
  return { url: `${services.config.publicUrl}/provider-view#${hexOf(id)}.${token}` }
}
