import { may, withheldCalls } from '#contract/permissions'
import { type Role } from '#domain/access/roles'
import { tillGuessWindowMs, maxTillGuesses, tillNotifyGuesses } from '#domain/access/till'
import { record } from '../../platform/audit/record.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { offeredOr } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { accessSeconds } from '../../platform/calls/token.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { notify, type Notice } from '../../merchants/notices/notify.ts'
import { companionCookie, languageCookie } from '../session/cookies.ts'
import { endTillSessions } from '../session/signOut.ts'
import { startSession, type NewSession } from '../session/startSession.ts'
import { mayUseTill, type Till, tillClosed, tillOf, tillPeppers } from './tillFace.ts'

type Person = { id: string; account_id: string; role: Role; withheld: string[]; pin_hash: string }
type Unlocking = Call<'tillUnlock'>
/** What a guess was counted on: at the till since its last successful entry, for the person since their first wrong one. */
type Guess = {
  till: Till
  lastUsedAt: Date | null
  person?: Person
  since?: Date
  /** Which one had no guess left, so that the PIN is not checked. */ spent?: 'till' | 'person'
}

/**
 * Opens a session at a till by PIN and ends the one before. A guess is counted before it is checked, by till and by person across tills, so
 * that a hundred at once are five; one that could not be checked is given back. Refuses with PinWrong and how many are left, or TillClosed:
 * the fifth wrong one in a row closes the till, and a person's fifth of a day deletes their PINs.
 */
export const tillUnlock: Handler<'tillUnlock'> = async (call) => {
  const { services, now, http } = call
  const guess = await services.database.write(null, (db) => countGuess(db, call))
  const { person } = guess
  if (!(await isRight(call, guess)) || !person) throw await services.database.write(null, (db) => refused(db, call, guess))
  const { sessionId, companion, locale, idleSeconds, missed } = await services.database.write(null, (db) =>
    openSession(db, call, { ...guess, person }),
  )
  http.setCookie(companionCookie(services.config, companion))
  // Everybody uses the till in their own language; the default one when they chose none.
  http.setCookie(languageCookie(services.config, offeredOr(locale)))
  return {
    accessToken: await services.tokens.signAccess({ userId: person.id, sessionId, now }),
    refreshToken: services.tokens.refreshOf(sessionId, 1),
    expiresIn: accessSeconds,
    idleSeconds,
    start: may(person.role, 'checkoutOfflineCreate') && !withheldCalls(person.withheld).has('checkoutOfflineCreate') ? 'counter' : 'list',
    missed,
  }
}

/** Counts this guess, unless none is left: the till first, then the person, so that simultaneous requests lock in one order. */
async function countGuess(db: Connection, { body, http, now }: Unlocking): Promise<Guess> {
  const till = await tillOf(db, http.till)
  const counted = await db.first<{ last_used_at: Date | null }>(
    sql`update tills set guesses = guesses + 1 where id = ${till.id} and closed_at is null and guesses < ${maxTillGuesses} returning last_used_at`,
  )
  if (!counted) return { till, lastUsedAt: null, spent: 'till' }
  const lastUsedAt = counted.last_used_at
  const person =
    await db.first<Person>(sql`select u.id, u.account_id, u.role, u.withheld, p.pin_hash from till_pins p join members u on u.id = p.user_id
    where p.till_id = ${till.id} and u.id = ${uuidOf(body.userId) ?? null}::uuid and ${mayUseTill(till, now)}`)
  if (!person) return { till, lastUsedAt }
  const over = new Date(now.getTime() - tillGuessWindowMs)
  const own = await db.first<{ since: Date }>(sql`insert into till_guesses as g (user_id, guesses, since) values (${person.id}, 1, ${now})
    on conflict (user_id) do update set guesses = case when g.since > ${over} then g.guesses + 1 else 1 end, since = case when g.since > ${over} then g.since else ${now} end
    where g.guesses < ${maxTillGuesses} or g.since <= ${over} returning since`)
  return own ? { till, lastUsedAt, person, since: own.since } : { till, lastUsedAt, person, spent: 'person' }
}

/**
 * Whether the PIN is the person's; an unknown person takes the same time. A guess that was checked with none of the peppers is given back to till and person.
 * A PIN whose hash has the pepper of a fallback gets that of the first secret.
 */
async function isRight({ services, body, http }: Unlocking, guess: Guess): Promise<boolean> {
  if (guess.spent) return false
  const peppers = tillPeppers(services.config, http.till ?? '')
  for (const [at, pepper] of peppers.entries()) {
    const isMatch = await services.passwords.matches(body.pin, guess.person?.pin_hash ?? null, { pepper }).catch(async (error: unknown) => {
      if (at === 0) await services.database.write(null, (db) => returnGuess(db, guess))
      throw error
    })
    if (!isMatch) continue
    if (at > 0) await renewPinHash(services, guess, { pin: body.pin, pepper: peppers[0] })
    return true
  }
  return false
}

type NewPinHash = { pin: string; pepper: Buffer }

/** The PIN is right whether or not this succeeds: it is tried again at its next use. */
async function renewPinHash(
  { database, passwords, log }: Unlocking['services'],
  { till, person }: Guess,
  { pin, pepper }: NewPinHash,
): Promise<void> {
  try {
    const hash = await passwords.hash(pin, pepper)
    await database.write(null, (db) =>
      db.run(sql`update till_pins p set pin_hash = ${hash} where p.till_id = ${till.id} and p.user_id = ${person?.id ?? null}::uuid
        and p.pin_hash = ${person?.pin_hash ?? null}`),
    )
  } catch (error) {
    log('warn', 'till_pin_not_renewed', { till: till.id }, error)
  }
}

/** Takes back a counted guess, unless the count was reset meanwhile. */
async function returnGuess(db: Connection, { till, lastUsedAt, person, since }: Guess): Promise<void> {
  await db.run(
    sql`update tills set guesses = guesses - 1 where id = ${till.id} and guesses > 0 and last_used_at is not distinct from ${lastUsedAt}`,
  )
  await db.run(
    sql`update till_guesses set guesses = guesses - 1 where user_id = ${person?.id ?? null}::uuid and guesses > 0 and since = ${since ?? null}`,
  )
}

/** The refusal of a wrong PIN. The till's last guess closes it; a person's last one deletes their PINs everywhere. */
async function refused(db: Connection, { now, ip, requestId }: Unlocking, { till, person, spent }: Guess): Promise<Refusal> {
  const row = await db.first<{ guesses: number }>(sql`select guesses from tills where id = ${till.id} for update`)
  const atTill = spent === 'till' ? maxTillGuesses : (row?.guesses ?? maxTillGuesses)
  const own = person
    ? await db.first<{ guesses: number }>(
        sql`update till_guesses set unseen = unseen + ${spent ? 0 : 1} where user_id = ${person.id} returning guesses`,
      )
    : undefined
  const ofPerson = own?.guesses ?? 0
  if (person && ofPerson >= maxTillGuesses) await deletePins(db, till, person, now)
  const closed = atTill >= maxTillGuesses && (await closeByPins(db, till, now))
  if (spent === 'till' && !closed) return tillClosed('pins')
  await record(db, {
    accountId: till.account_id,
    merchantId: till.merchant_id,
    mode: null,
    userId: person?.id ?? null,
    role: person?.role ?? null,
    ip,
    call: 'tillUnlock',
    outcome: closed ? 'TillClosed' : 'PinWrong',
    entity: 'till',
    entityId: till.id,
    requestId,
  })
  if (atTill >= maxTillGuesses) return tillClosed('pins')
  if (ofPerson >= maxTillGuesses) return new Refusal('PinWrong', { why: 'lost' })
  const left = maxTillGuesses - Math.max(atTill, ofPerson)
  return new Refusal('PinWrong', { values: { left: String(left) } })
}

/** Closes a till without guesses left, ends the session there, and notifies those who can open another. False when it was closed already. */
async function closeByPins(db: Connection, till: Till, now: Date): Promise<boolean> {
  const closed = await db.run(sql`update tills set closed_at = ${now}, closed_why = 'pins' where id = ${till.id} and closed_at is null`)
  if (closed === 0) return false
  await endTillSessions(db, till.id, now)
  notify(db, { ...noticeOf(till, now), type: 'till_closed', roles: ['owner', 'admin'], actionUrl: '/settings/tills' })
  return true
}

/** The person has to choose another one with their password. */
async function deletePins(db: Connection, till: Till, { id: userId, role }: Person, now: Date): Promise<void> {
  const taken = await db.run(sql`delete from till_pins where user_id = ${userId}`)
  if (taken > 0) notify(db, { ...noticeOf(till, now), type: 'till_pin_lost', roles: [role], userId })
}

/** Opens the session of a right PIN, unless the till has closed meanwhile. A right PIN is no guess: the person's count is given back. */
async function openSession(db: Connection, call: Unlocking, guess: Guess & { person: Person }): Promise<NewSession & { missed: number }> {
  const { till, person, since } = guess
  const { now } = call
  const open = await db.run(sql`update tills set guesses = 0, last_used_at = ${now}, last_used_by = ${person.id}
    where id = ${till.id} and closed_at is null`)
  if (open === 0) throw tillClosed('pins')
  const row = await db.first<{ unseen: number }>(sql`select unseen from till_guesses where user_id = ${person.id} for update`)
  await db.run(sql`update till_guesses set unseen = 0, guesses = guesses - case when since = ${since ?? null} and guesses > 0 then 1 else 0 end
    where user_id = ${person.id}`)
  const missed = row?.unseen ?? 0
  if (missed >= tillNotifyGuesses) {
    const values = [
      { key: 'name', value: till.name },
      { key: 'count', value: String(missed) },
    ]
    notify(db, { ...noticeOf(till, now), type: 'till_pin_missed', values, roles: [person.role], userId: person.id })
  }
  await endTillSessions(db, till.id, now)
  const place = { id: till.id, name: till.name, merchantId: till.merchant_id }
  return { ...(await startSession(db, person, { ...call, call: 'tillUnlock', till: place })), missed }
}

/** The fields that every notice about a till has: sent to people of its shop. */
const noticeOf = ({ merchant_id: merchantId, name }: Till, now: Date) =>
  ({
    about: { merchantId },
    level: 'warning',
    values: [{ key: 'name', value: name }],
    actionUrl: null,
    now,
  }) as const satisfies Partial<Notice>
