import { tidyEmail } from '#domain/platform/emailAddress'
import { createHash } from 'node:crypto'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** From which count on each further attempt must wait, and at which count all are refused for half an hour. */
type Limits = { delayFrom: number; lockAt: number }
/** `weight`: what one attempt adds to the count, 1 by default. */
type Subject = { name: string; limits: Limits; weight?: number }

const lockMs = 30 * 60_000
const firstDelayMs = 5_000

/** One address: from five wrong passwords on a growing delay, ten lock it. */
const addressLimits: Limits = { delayFrom: 5, lockAt: 10 }
/** One network may be that of a whole shop's staff: a hundred wrong attempts on known people cause a delay, or five hundred on unknown addresses. */
const knownAddressWeight = 5
const networkLimits: Limits = { delayFrom: 100 * knownAddressWeight, lockAt: 200 * knownAddressWeight }

/** Subjects are stored hashed, so that the table identifies nobody. */
const hashed = (text: string) => createHash('sha256').update(text).digest('hex')

export const addressSubject = (email: string): Subject => ({ name: `email:${hashed(tidyEmail(email))}`, limits: addressLimits })
/** One person in a browser from which they signed in before. */
export const deviceSubject = (userId: string, device: string): Subject => ({
  name: `device:${hashed(`${userId}/${device}`)}`,
  limits: addressLimits,
})
export const networkSubject = (ip: string, isKnownPerson = true): Subject => ({
  name: `ip:${networkOf(ip)}`,
  limits: networkLimits,
  weight: isKnownPerson ? knownAddressWeight : 1,
})
export const userSubject = (userId: string): Subject => ({ name: `user:${userId}`, limits: addressLimits })
/** Second-factor codes: whoever guesses them knows the password already. */
export const factorSubject = (userId: string): Subject => ({ name: `factor:${userId}`, limits: addressLimits })
/** The same limits for the provider's staff, counted apart: a merchant's address may be the same. */
export const staffAddressSubject = (email: string): Subject => ({ name: `staff:${hashed(tidyEmail(email))}`, limits: addressLimits })
export const staffFactorSubject = (staffId: string): Subject => ({ name: `staff-factor:${staffId}`, limits: addressLimits })
export const staffPasswordSubject = (staffId: string): Subject => ({ name: `staff-password:${staffId}`, limits: addressLimits })
export const linkSubject = (email: string): Subject => ({
  name: `link:${hashed(tidyEmail(email))}`,
  limits: { delayFrom: 3, lockAt: 6 },
})
/** Codes that open a till: of fifty bits, so a network is allowed many wrong ones. */
export const tillCodeSubject = (ip: string): Subject => ({ name: `till-ip:${networkOf(ip)}`, limits: { delayFrom: 20, lockAt: 40 } })
export const linkNetworkSubject = (ip: string): Subject => ({
  name: `link-ip:${networkOf(ip)}`,
  limits: networkLimits,
  weight: knownAddressWeight,
})

/** Requests for an account: each sends an e-mail to whatever address is given. */
export const signUpSubject = (email: string): Subject => ({
  name: `sign-up:${hashed(tidyEmail(email))}`,
  limits: { delayFrom: 2, lockAt: 4 },
})
export const signUpNetworkSubject = (ip: string): Subject => ({
  name: `sign-up-ip:${networkOf(ip)}`,
  limits: { delayFrom: 10, lockAt: 30 },
})

/** An IPv6 user owns a whole /64, so that counts as one address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return `${[...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`
}

/**
 * Counts an attempt before its password is checked, so that a hundred simultaneous requests are not a hundred guesses. Returns true when
 * this attempt, if it fails, locks. Refuses with TooManyRequests and the seconds to wait, counting nothing.
 */
export function countAttempt(services: Services, subjects: readonly Subject[], now: Date): Promise<boolean> {
  return services.database.write(null, async (db) => {
    let locks = false
    for (const { name, limits, weight = 1 } of subjects) {
      const row = await db.first<{ failures: number }>(sql`
        insert into sign_in_failures as f (subject, failures, last_failed_at) values (${name}, ${weight}::integer, ${now})
        on conflict (subject) do update set last_failed_at = ${now}, locked_until = null,
          failures = case when f.last_failed_at <= ${new Date(now.getTime() - lockMs)} then ${weight}::integer else f.failures + ${weight}::integer end
        where f.locked_until is null or f.locked_until <= ${now} returning failures`)
      if (!row) throw await refusalToWait(db, name, limits, now)
      const waitMs = delayAfter(row.failures, limits, weight)
      if (waitMs > 0)
        await db.run(sql`update sign_in_failures set locked_until = ${new Date(now.getTime() + waitMs)} where subject = ${name}`)
      if (row.failures >= limits.lockAt) locks = true
    }
    return locks
  })
}

/** 5 s after the first attempt beyond the limit, doubled with each further one, half an hour from the last. */
function delayAfter(failures: number, { delayFrom, lockAt }: Limits, weight: number): number {
  if (failures >= lockAt) return lockMs
  return failures < delayFrom ? 0 : Math.min(lockMs, firstDelayMs * 2 ** Math.floor((failures - delayFrom) / weight))
}

async function refusalToWait(db: Connection, name: string, limits: Limits, now: Date): Promise<Refusal> {
  const row = await db.first<{ failures: number; locked_until: Date | null }>(
    sql`select failures, locked_until from sign_in_failures where subject = ${name}`,
  )
  const seconds = Math.max(1, Math.ceil(((row?.locked_until?.getTime() ?? 0) - now.getTime()) / 1000))
  return (row?.failures ?? 0) >= limits.lockAt && name.startsWith('email:')
    ? addressLocked(seconds)
    : new Refusal('TooManyRequests', { retryAfterSeconds: seconds })
}

/** The refusal that says for how long a sign-in address is locked. */
export function addressLocked(seconds = lockMs / 1000): Refusal {
  return new Refusal('TooManyRequests', { why: 'locked', retryAfterSeconds: seconds, values: { minutes: String(Math.ceil(seconds / 60)) } })
}

/** A successful attempt: resets the subject's count. */
export async function resetAttempts(db: Connection, { name }: Subject): Promise<void> {
  await db.run(sql`delete from sign_in_failures where subject = ${name}`)
}

/** A successful attempt of one person among many: takes back only this attempt's count. */
export async function uncountAttempt(db: Connection, { name, limits, weight = 1 }: Subject): Promise<void> {
  await db.run(sql`update sign_in_failures set failures = greatest(failures - ${weight}::integer, 0),
    locked_until = case when failures - ${weight}::integer < ${limits.delayFrom} then null else locked_until end where subject = ${name}`)
}
