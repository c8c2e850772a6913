import type { TillFace } from '#contract/access/tills'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { tillHash } from './tillCookie.ts'

/** A till by the cookie of its device. */
export type Till = { id: string; account_id: string; merchant_id: string; name: string; merchant: string }

/** The refusal of a device that is no till, or no longer. */
export const tillClosed = (why?: 'pins' | 'shop'): Refusal => new Refusal('TillClosed', why === undefined ? {} : { why })

/** The open till of a device. Refuses with TillClosed. */
export async function tillOf(db: Connection, token: string | undefined): Promise<Till> {
  const row =
    token !== undefined &&
    (await db.first<Till & { closed_why: string | null }>(sql`
      select t.id, t.account_id, t.merchant_id, t.name, m.name as merchant, t.closed_why
      from tills t join merchants m on m.id = t.merchant_id where t.device_hash = ${tillHash(token)}`))
  // Told apart from a till that was closed: nothing happened here.
  if (!row) throw new Refusal('TillClosed', { fields: [{ name: 'till', code: 'none', message: text('errors.TillClosed') }] })
  if (row.closed_why !== null) throw tillClosed(row.closed_why === 'pins' ? 'pins' : undefined)
  return row
}

/** Of people `u`: those who may enter the shop of a till now. */
export const mayStandAt = ({ account_id, merchant_id }: Pick<Till, 'account_id' | 'merchant_id'>, now: Date): Sql => sql`
  u.account_id = ${account_id} and u.disabled_at is null and u.password_hash is not null and (u.access_until is null or u.access_until > ${now})
  and (not exists (select from user_merchants um where um.user_id = u.id)
    or exists (select from user_merchants um where um.user_id = u.id and um.merchant_id = ${merchant_id}))`

/** What a till shows while it is locked. */
export async function faceOf(db: Connection, till: Till, now: Date): Promise<TillFace> {
  const people = await db.rows<{ id: string; name: string }>(sql`
    select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email) as name
    from till_pins p join users u on u.id = p.user_id where p.till_id = ${till.id} and ${mayStandAt(till, now)} order by name, u.id`)
  return {
    name: till.name,
    merchant: { id: hexOf(till.merchant_id), name: till.merchant },
    people: people.map(({ id, name }) => ({ id: hexOf(id), name })),
  }
}
