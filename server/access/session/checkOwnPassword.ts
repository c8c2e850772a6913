import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { countTry, forget, userSubject } from './attempts.ts'
import { passwordRefusal } from './checkNewPassword.ts'
import { passwordMatches } from './passwordHash.ts'

/**
 * Checks the password of a signed-in person, outside any transaction. Wrong ones count like those of any other form of the same person. Refuses
 * with ApiValidationException, or TooManyRequests after wrong ones.
 */
export async function checkOwnPassword(services: Services, userId: string, password: string, now: Date): Promise<void> {
  const subject = userSubject(userId)
  await countTry(services, [subject], now)
  const user = await services.database.read(null, (db) =>
    db.first<{ password_hash: string | null }>(sql`select password_hash from users where id = ${userId} and disabled_at is null`),
  )
  if (!(await passwordMatches(password, user?.password_hash ?? null))) throw passwordRefusal(['password', 'wrong'])
  await services.database.write(null, (db) => forget(db, subject))
}
