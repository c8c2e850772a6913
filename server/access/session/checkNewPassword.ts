import type { FieldProblem } from '#contract/platform/errors'
import { passwordProblems } from '#domain/access/password'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { commonPassword } from './commonPassword.ts'
import { passwordMatches } from './passwordHash.ts'

export type PasswordChange = {
  id: string
  email: string
  first_name: string
  last_name: string
  locale: string | null
  password_hash: string | null
}

/** Old passwords that may not come back, beside the present one. */
export const rememberedPasswords = 5

const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`password.${code}`) })
/** A refusal about fields of a password form, with a sentence for each. */
export const passwordRefusal = (...problems: [name: string, code: string][]): Refusal =>
  new Refusal('ApiValidationException', { fields: problems.map(([name, code]) => problem(name, code)) })

/** Refuses with ApiValidationException and what is wrong in each field; earlier passwords are compared last, because that takes a while. */
export async function checkNewPassword(services: Services, user: PasswordChange, first: string, second: string): Promise<void> {
  const found: [string, string][] = passwordProblems(first, {
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
  }).map((code) => ['new_password1', code])
  if (commonPassword(first)) found.push(['new_password1', 'common'])
  if (first !== second) found.push(['new_password2', 'mismatch'])
  if (found.length > 0) throw passwordRefusal(...found)
  const earlier = await services.database.read(null, (db) =>
    db.rows<{ password_hash: string }>(sql`
    select password_hash from password_history where user_id = ${user.id} order by replaced_at desc limit ${rememberedPasswords}`),
  )
  const hashes = [...(user.password_hash === null ? [] : [user.password_hash]), ...earlier.map((row) => row.password_hash)]
  const same = await Promise.all(hashes.map((hash) => passwordMatches(first, hash)))
  if (same.includes(true)) throw passwordRefusal(['new_password1', 'reused'])
}
