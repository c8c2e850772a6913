import { randomBytes } from 'node:crypto'
import type { Till } from '#contract/access/tills'
import { pinProblem, tillCodeMs, createTillCode } from '#domain/access/till'
import { closeSessions } from '../../platform/calls/closeSessions.ts'
import { withPreparation, type Caller, type Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp, stepUpMs } from '../../platform/calls/factor.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { endTillSessions } from '../session/signOut.ts'
import { mayUseTill, tillClosed, tillHash, tillOf, tillPepper } from './tillFace.ts'

type Row = {
  id: string
  name: string
  merchant_id: string
  merchant: string
  entered: boolean
  code_expires_at: Date
  opened_by: string | null
  opened_at: Date
  people: number
  last_used_by: string | null
  last_used_at: Date | null
  closed_at: Date | null
  closed_why: Till['closedWhy']
}

/** How long closed tills are listed. */
const shownMs = 30 * 86_400_000

const nameOf = (id: Sql): Sql =>
  sql`(select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email) from users u where u.id = ${id})`

/** Tills of the caller's account and shops, open ones first; with `tillId`, only that one. */
async function readTills(db: Connection, { accountId, merchantIds }: Caller, now: Date, tillId?: string): Promise<Till[]> {
  const rows = await db.rows<Row>(sql`
    select t.id, t.name, t.merchant_id, m.name as merchant, t.entered_at is not null as entered, t.code_expires_at, ${nameOf(sql`t.opened_by`)} as opened_by, t.opened_at,
      (select count(*)::integer from till_pins p where p.till_id = t.id) as people, ${nameOf(sql`t.last_used_by`)} as last_used_by, t.last_used_at, t.closed_at, t.closed_why
    from tills t join merchants m on m.id = t.merchant_id
    where t.account_id = ${accountId} and t.merchant_id = any(${[...merchantIds]}::uuid[]) and (${tillId ?? null}::uuid is null or t.id = ${tillId ?? null}::uuid)
      and coalesce(t.closed_at, case when t.entered_at is null then t.code_expires_at end, ${now}) > ${new Date(now.getTime() - shownMs)}
    order by t.closed_at is not null, t.opened_at desc, t.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    name: row.name,
    merchant: { id: hexOf(row.merchant_id), name: row.merchant },
    state: row.closed_at ? 'closed' : row.entered ? 'open' : row.code_expires_at > now ? 'waiting' : 'lapsed',
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    people: row.people,
    lastUsedBy: row.last_used_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedWhy: row.closed_why,
  }))
}

/** The account's tills, of shops that the caller may enter. */
export const tillList: Handler<'tillList'> = ({ db, caller, now }) => readTills(db, caller, now)

/** Creates a till of a shop and the code that its device enters, after step-up. Refuses with StepUpRequired. */
export const tillOpen: Handler<'tillOpen'> = async ({ db, caller, body, now, audit }) => {
  const merchantId = uuidOf(body.merchantId)
  if (merchantId === undefined || !caller.merchantIds.has(merchantId)) throw notFound(body.merchantId)
  await requireStepUp(db, caller, now)
  const [id, code, expiresAt] = [newId(now), createTillCode(randomBytes(16)), new Date(now.getTime() + tillCodeMs)]
  await db.run(sql`insert into tills (id, account_id, merchant_id, name, opened_by, opened_at, code_hash, code_expires_at)
    values (${id}, ${caller.accountId}, ${merchantId}, ${body.name}, ${caller.userId}, ${now}, ${tillHash(code)}, ${expiresAt})`)
  audit({ entity: 'till', entityId: id, after: { till: body.name } })
  const [till] = await readTills(db, caller, now, id)
  if (!till) throw new Error(`till ${id} not found after insert`)
  return { till, code, expiresAt: expiresAt.toISOString() }
}

/** Closes a till of the caller's shops and ends the session there; does nothing when it is closed. */
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

/**
 * Stores the caller's PIN for this device, after step-up, and ends their session: the till is locked then. Resets their wrong PINs. Refuses
 * with ApiValidationException on `pin`, StepUpRequired, or TillClosed, also when they may not enter the till's shop.
 */
export const tillPin = withPreparation<'tillPin', string>(
  async ({ services, body, http }) => {
    const problem = pinProblem(body.pin)
    if (problem !== null)
      throw new Refusal('ApiValidationException', { fields: [{ name: 'pin', code: problem, message: text(`tills.pin.${problem}`) }] })
    await services.database.read(null, (db) => tillOf(db, http.till))
    return services.passwords.hash(body.pin, tillPepper(services.config, http.till ?? ''))
  },
  async ({ db, caller, http, now, audit }, pinHash) => {
    const till = await tillOf(db, http.till)
    const since = new Date(now.getTime() - stepUpMs)
    const fresh = await db.first(
      sql`select from sessions where id = ${caller.sessionId} and greatest(created_at, stepped_up_at) > ${since}`,
    )
    if (!fresh) throw new Refusal('StepUpRequired')
    const stored = await db.run(sql`insert into till_pins (till_id, user_id, pin_hash, set_at)
      select ${till.id}, u.id, ${pinHash}, ${now} from members u where u.id = ${caller.userId} and ${mayUseTill(till, now)}
      on conflict (till_id, user_id) do update set pin_hash = excluded.pin_hash, set_at = excluded.set_at`)
    if (stored === 0) throw tillClosed('shop')
    await db.run(sql`delete from till_guesses where user_id = ${caller.userId}`)
    await closeSessions(db, sql`s.id = ${caller.sessionId}`, { reason: 'till_locked', now })
    audit({ entity: 'till', entityId: till.id, after: { till: till.name } })
    return undefined
  },
)
