import { sql } from '../../platform/database/sql.ts'
import type { House } from '../../platform/calls/call.ts'
import { countTry, forget, userSubject } from './attempts.ts'
import { passwordRefusal } from './checkNewPassword.ts'
import { passwordMatches } from './passwordHash.ts'

/**
 * Checks the password of a signed-in person, outside any transaction. Wrong ones count like those of any other form of the same person. Refuses
 * with ApiValidationException, or TooManyRequests after wrong ones.
 */
export async function checkOwnPassword(house: House, userId: string, password: string, now: Date): Promise<void> {
  const subject = userSubject(userId)
  await countTry(house, [subject], now)
  const user = await house.database.read(null, (db) =>
    db.first<{ password_hash: string | null }>(sql`select password_hash from users where id = ${userId} and disabled_at is null`),
  )
  if (!(await passwordMatches(password, user?.password_hash ?? null))) throw passwordRefusal(['password', 'wrong'])
  await house.database.write(null, (db) => forget(db, subject))
}
