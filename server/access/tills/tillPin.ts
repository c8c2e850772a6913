import { pinProblem } from '#domain/access/till'
import { sql } from '../../platform/database/sql.ts'
import { asking } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { stepUpMs } from '../../platform/calls/requireStepUp.ts'
import { hashPassword } from '../session/passwordHash.ts'
import { tillPepper } from './tillCookie.ts'
import { mayStandAt, tillClosed, tillOf } from './tillDevice.ts'

/**
 * Keeps the caller's PIN on this device, after a password of the last five minutes, and ends their session: the till is locked then. Wrong PINs of theirs
 * are forgotten. Refuses with ApiValidationException on `pin`, StepUpRequired, or TillClosed also where they may not enter the till's shop.
 */
export const tillPin = asking<'tillPin', string>(
  async ({ services, body, http }) => {
    const problem = pinProblem(body.pin)
    if (problem !== null)
      throw new Refusal('ApiValidationException', { fields: [{ name: 'pin', code: problem, message: text(`tills.pin.${problem}`) }] })
    await services.database.read(null, (db) => tillOf(db, http.till))
    return hashPassword(body.pin, tillPepper(services.config, http.till ?? ''))
  },
  async ({ db, caller, http, now, audit }, pinHash) => {
    const till = await tillOf(db, http.till)
    const since = new Date(now.getTime() - stepUpMs)
    const fresh = await db.first(
      sql`select from sessions where id = ${caller.sessionId} and greatest(created_at, stepped_up_at) > ${since}`,
    )
    if (!fresh) throw new Refusal('StepUpRequired')
    const kept = await db.run(sql`insert into till_pins (till_id, user_id, pin_hash, set_at)
      select ${till.id}, u.id, ${pinHash}, ${now} from users u where u.id = ${caller.userId} and ${mayStandAt(till, now)}
      on conflict (till_id, user_id) do update set pin_hash = excluded.pin_hash, set_at = excluded.set_at`)
    if (kept === 0) throw tillClosed('shop')
    await db.run(sql`delete from till_guesses where user_id = ${caller.userId}`)
    await db.run(sql`update sessions set ended_at = ${now}, end_reason = 'till_locked' where id = ${caller.sessionId} and ended_at is null`)
    audit({ entity: 'till', entityId: till.id, after: { till: till.name } })
    return undefined
  },
)
