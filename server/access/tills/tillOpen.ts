import { randomBytes } from 'node:crypto'
import { tillCodeMs, tillCodeOf } from '#domain/access/till'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { endTillSessions } from '../session/endSessions.ts'
import { tillHash } from './tillCookie.ts'
import { readTills } from './tillList.ts'

/** A new till of a shop and the code that its device enters, after a fresh password. Refuses with StepUpRequired. */
export const tillOpen: Handler<'tillOpen'> = async ({ db, caller, body, now, audit }) => {
  const merchantId = uuidOf(body.merchantId)
  if (merchantId === undefined || !caller.merchantIds.has(merchantId)) throw notFound(body.merchantId)
  await requireStepUp(db, caller, now)
  const [id, code, expiresAt] = [newId(now), tillCodeOf(randomBytes(16)), new Date(now.getTime() + tillCodeMs)]
  await db.run(sql`insert into tills (id, account_id, merchant_id, name, opened_by, opened_at, code_hash, code_expires_at)
    values (${id}, ${caller.accountId}, ${merchantId}, ${body.name}, ${caller.userId}, ${now}, ${tillHash(code)}, ${expiresAt})`)
  audit({ entity: 'till', entityId: id, after: { till: body.name } })
  const [till] = await readTills(db, caller, now, id)
  if (!till) throw new Error('a till without a row')
  return { till, code, expiresAt: expiresAt.toISOString() }
}

/** Closes a till of the caller's shops, with the session of whoever stands there; one that is closed stays so. */
export const tillClose: Handler<'tillClose'> = async ({ db, caller, params, now, audit }) => {
  const id = uuidOf(params.tillId)
  const [before] = id === undefined ? [] : await readTills(db, caller, now, id)
  if (id === undefined || !before) throw notFound(params.tillId)
  if (
    (await db.run(
      sql`update tills set closed_at = ${now}, closed_why = 'person', code_hash = null where id = ${id} and closed_at is null`,
    )) > 0
  ) {
    await endTillSessions(db, id, now)
    audit({ entity: 'till', entityId: id, before: { till: before.name } })
  }
  const [till = before] = await readTills(db, caller, now, id)
  return till
}
