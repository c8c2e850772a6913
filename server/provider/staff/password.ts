import { countAttempt, resetAttempts, staffPasswordSubject } from '../../access/session/attempts.ts'
import { assertNotReused, assertPasswordRules, passwordRefusal, rememberedPasswords } from '../../access/session/newPassword.ts'
import { type ConsoleCallBeforeTransaction, type ConsoleHandler, withConsolePreparation } from '../../platform/calls/consoleHandler.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { checkStaffCode, createStaffRecoveryCodes } from './staffCodes.ts'
import { endStaffSessions } from './staffSession.ts'

type Row = { email: string; first_name: string; last_name: string; password_hash: string | null; earlier_hashes: string[] }
type Prepared = { before: string | null; after: string }

/** Old password, rules of the new one, then the code, so that a wrong password uses up no code. Returns both hashes. */
async function prepareChange({ services, staff, body, now }: ConsoleCallBeforeTransaction<'staffPasswordChange'>): Promise<Prepared> {
  const subject = staffPasswordSubject(staff.staffId)
  await countAttempt(services, [subject], now)
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select email, first_name, last_name, password_hash, earlier_hashes from staff where id = ${staff.staffId}`),
  )
  if (!row) throw new Refusal('NotAuthenticated')
  const { password_hash: before, earlier_hashes: earlier } = row
  if (!(await services.passwords.matches(body.oldPassword, before))) throw passwordRefusal(['old_password', 'wrong'])
  await services.database.write(null, (db) => resetAttempts(db, subject))
  const owner = { email: row.email, firstName: row.first_name, lastName: row.last_name }
  assertPasswordRules(owner, body.newPassword1, body.newPassword2)
  await assertNotReused(services, body.newPassword1, before === null ? earlier : [before, ...earlier])
  await checkStaffCode(services, staff.staffId, body.code, now)
  return { before, after: await services.passwords.hash(body.newPassword1) }
}

/** Changes one's own password; the other sessions end. Refuses with ApiValidationException by field, or TooManyRequests after wrong ones. */
export const staffPasswordChange = withConsolePreparation<'staffPasswordChange', Prepared>(
  prepareChange,
  async ({ db, staff, now, audit }, { before, after }) => {
    const changed = await db.run(sql`update staff set password_hash = ${after},
        earlier_hashes = (array_remove(array_prepend(password_hash, earlier_hashes), null))[1:${rememberedPasswords}]
      where id = ${staff.staffId} and password_hash is not distinct from ${before}`)
    if (changed === 0) throw passwordRefusal(['old_password', 'wrong'])
    const which = sql`s.staff_id = ${staff.staffId} and s.id <> ${staff.sessionId}`
    const endedSessions = await endStaffSessions(db, which, 'password_changed', now)
    audit({ entity: 'staff', entityId: staff.staffId, after: { password: 'changed', endedSessions } })
    return { endedSessions }
  },
)

/** Creates new recovery codes, returned once, and invalidates earlier ones. Refuses with ApiValidationException on `code`. */
export const staffRecoveryCodesRenew: ConsoleHandler<'staffRecoveryCodesRenew'> = withConsolePreparation<'staffRecoveryCodesRenew', void>(
  async ({ services, staff, body, now }) => void (await checkStaffCode(services, staff.staffId, body.code, now)),
  async ({ db, staff, now, audit }) => {
    audit({ entity: 'staff', entityId: staff.staffId, after: { recoveryCodes: 'renewed' } })
    return { recoveryCodes: await createStaffRecoveryCodes(db, staff.staffId, now) }
  },
)
