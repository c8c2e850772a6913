import { sql } from '../db/sql.ts'
import { asking } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry, forget, userSubject } from './attempts.ts'
import { passwordRefusal } from './checkNewPassword.ts'
import { passwordMatches } from './passwordHash.ts'

/**
 * Asks for the password again; afterwards this session may for five minutes do what moves money or credentials. Wrong ones count like those of
 * any other form of the same person. Refuses with ApiValidationException, or TooManyRequests after wrong ones.
 */
export const stepUp = asking<'meStepUp', void>(
  async ({ house, caller, body, now }) => {
    const subject = userSubject(caller.userId)
    await countTry(house, [subject], now)
    const user = await house.database.read(null, (db) =>
      db.first<{ password_hash: string | null }>(sql`select password_hash from users where id = ${caller.userId} and disabled_at is null`),
    )
    if (!(await passwordMatches(body.password, user?.password_hash ?? null))) throw passwordRefusal(['password', 'wrong'])
    await house.database.write(null, (db) => forget(db, subject))
  },
  async ({ db, caller, now, audit }) => {
    const done = await db.run(sql`update sessions set stepped_up_at = ${now} where id = ${caller.sessionId} and ended_at is null`)
    if (done === 0) throw new Refusal('InvalidToken')
    audit({ entity: 'session', entityId: caller.sessionId, after: { steppedUp: true } })
    return undefined
  },
)
