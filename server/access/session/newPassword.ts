import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FieldProblem } from '#contract/platform/errors'
import { type PasswordOwner, passwordProblems } from '#domain/access/password'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { countAttempt, resetAttempts, userSubject } from './attempts.ts'

let list: Set<string> | undefined

function commonPasswords(): Set<string> {
  list ??= new Set(
    readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return list
}

const lookAlikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const spelledOut = (text: string) => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)
/** The text without leading and trailing characters that are not letters. */
const trimmedWord = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']
const runs = rows.flatMap((row) => [row.repeat(2), [...row].toReversed().join('').repeat(2)])

/** How many characters of a text follow a keyboard row or the alphabet, in runs of at least three. */
function alongRuns(text: string): number {
  let along = 0
  for (let at = 0; at < text.length;) {
    let length = 0
    for (const run of runs) while (at + length < text.length && run.includes(text.slice(at, at + length + 1))) length += 1
    if (length >= 3) along += length
    at += Math.max(1, length)
  }
  return along
}

/** The repeated piece, if any: "abcabcabcabc", "passwordpassword". */
const repeated = (text: string) => /^(.{1,16}?)\1+$/su.exec(text)?.[1]

/**
 * Whether a password is easy to guess: one of the 10 000 most used, one of these with digits and symbols around it or look-alike
 * substitutions, a repeated piece, or a keyboard walk.
 */
export function commonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 5 || alongRuns(text) > text.length - 4) return true
  const piece = repeated(text)
  if (piece !== undefined && piece.length <= 6) return true
  const spellings = [text, trimmedWord(text), spelledOut(text), spelledOut(trimmedWord(text)), trimmedWord(spelledOut(text)), piece ?? '']
  return spellings.some((spelling) => spelling.length >= 4 && commonPasswords().has(spelling))
}

export type PasswordChange = {
  id: string
  email: string
  first_name: string
  last_name: string
  locale: string | null
  password_hash: string | null
}

/** How many earlier passwords may not be used again. */
export const rememberedPasswords = 5

const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`password.${code}`) })
/** A refusal with a message for each field of a password form. */
export const passwordRefusal = (...problems: [name: string, code: string][]): Refusal =>
  new Refusal('ApiValidationException', { fields: problems.map(([name, code]) => problem(name, code)) })

/** The rules of a new password, typed twice. Refuses with ApiValidationException by field. */
export function assertPasswordRules(owner: PasswordOwner, first: string, second: string): void {
  const found: [string, string][] = passwordProblems(first, owner).map((code) => ['new_password1', code])
  if (commonPassword(first)) found.push(['new_password1', 'common'])
  if (first !== second) found.push(['new_password2', 'mismatch'])
  if (found.length > 0) throw passwordRefusal(...found)
}

/** Refuses with ApiValidationException a password that one of these hashes is of. */
export async function assertNotReused(
  { passwords }: Pick<Services, 'passwords'>,
  password: string,
  hashes: readonly string[],
): Promise<void> {
  const same = await Promise.all(hashes.map((hash) => passwords.matches(password, hash)))
  if (same.includes(true)) throw passwordRefusal(['new_password1', 'reused'])
}

/** Refuses with ApiValidationException by field; earlier passwords are compared last, because hashing takes a while. */
export async function checkNewPassword(services: Services, user: PasswordChange, first: string, second: string): Promise<void> {
  assertPasswordRules({ email: user.email, firstName: user.first_name, lastName: user.last_name }, first, second)
  const earlier = await services.database.read(null, (db) =>
    db.rows<{ password_hash: string }>(sql`
    select password_hash from password_history where user_id = ${user.id} order by replaced_at desc limit ${rememberedPasswords}`),
  )
  const hashes = [...(user.password_hash === null ? [] : [user.password_hash]), ...earlier.map((row) => row.password_hash)]
  await assertNotReused(services, first, hashes)
}

/**
 * Checks the password of a signed-in person, outside any transaction. Wrong ones count together with those of the same person's other
 * forms. Refuses with ApiValidationException, or TooManyRequests after wrong ones.
 */
export async function checkOwnPassword(services: Services, userId: string, password: string, now: Date): Promise<void> {
  const subject = userSubject(userId)
  await countAttempt(services, [subject], now)
  const user = await services.database.read(null, (db) =>
    db.first<{ password_hash: string | null }>(sql`select password_hash from users where id = ${userId} and closed_at is null`),
  )
  if (!(await services.passwords.matches(password, user?.password_hash ?? null))) throw passwordRefusal(['password', 'wrong'])
  await services.database.write(null, (db) => resetAttempts(db, subject))
}
