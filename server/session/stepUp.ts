import { sql } from '../db/sql.ts'
import { asking } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { checkOwnPassword } from './checkOwnPassword.ts'

/**
 * Asks for the password again; afterwards this session may for five minutes do what moves money or credentials. Wrong ones count like those of
 * any other form of the same person. Refuses with ApiValidationException, or TooManyRequests after wrong ones.
 */
export const stepUp = asking<'meStepUp', void>(
  ({ house, caller, body, now }) => checkOwnPassword(house, caller.userId, body.password, now),
  async ({ db, caller, now, audit }) => {
    const done = await db.run(sql`update sessions set stepped_up_at = ${now} where id = ${caller.sessionId} and ended_at is null`)
    if (done === 0) throw new Refusal('InvalidToken')
    audit({ entity: 'session', entityId: caller.sessionId, after: { steppedUp: true } })
    return undefined
  },
)
