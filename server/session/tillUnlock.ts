import { may, type Role } from '#domain/roles'
import { tillIdleSeconds, tillMostGuesses } from '#domain/till'
import { withheldCalls } from '#domain/teamRights'
import { record } from '../audit/record.ts'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Call, Handler } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { accessSeconds } from '../http/token.ts'
import { uuidOf } from '../http/wire.ts'
import { notify } from '../notices/notify.ts'
import { companionCookie } from './companionCookie.ts'
import { endTillSessions } from './endSessions.ts'
import { passwordMatches } from './passwordHash.ts'
import { startSession } from './startSession.ts'
import { tillPepper } from './tillCookie.ts'
import { mayStandAt, tillClosed, tillOf, type Till } from './tillDevice.ts'

type Person = { id: string; account_id: string; role: Role; withheld: string[]; pin_hash: string }
type Unlocking = Call<'tillUnlock'>

/**
 * Lets somebody in at a till by their PIN, and whoever stood there out. A guess is counted before it is looked at, by till and by person wherever they
 * stand, so that a hundred at once are five. Refuses with PinWrong and how many are left, or TillClosed: the fifth wrong one in a row closes the till.
 */
export const unlockTill: Handler<'tillUnlock'> = async (call) => {
  const { house, body, now, http } = call
  const { till, person } = await house.database.write(null, (db) => takeGuess(db, call))
  const right = await passwordMatches(body.pin, person?.pin_hash ?? null, tillPepper(house.config, http.till ?? ''))
  if (!right || !person) throw await house.database.write(null, (db) => refused(db, call, till, person))
  const { sessionId, companion } = await house.database.write(null, (db) => enter(db, call, till, person))
  http.setCookie(companionCookie(house.config, companion))
  return {
    accessToken: await house.tokens.signAccess({ userId: person.id, sessionId, now }),
    refreshToken: house.tokens.refreshOf(sessionId, 1),
    expiresIn: accessSeconds,
    idleSeconds: tillIdleSeconds,
    start: may(person.role, 'checkoutOfflineCreate') && !withheldCalls(person.withheld).has('checkoutOfflineCreate') ? 'counter' : 'list',
  }
}

/** Counts this guess, or refuses it unread: the till first, then the person, so that two at once wait for one another in one order. */
async function takeGuess(db: Connection, { body, http, now }: Unlocking): Promise<{ till: Till; person: Person | undefined }> {
  const till = await tillOf(db, http.till)
  const counted = await db.run(
    sql`update tills set guesses = guesses + 1 where id = ${till.id} and closed_at is null and guesses < ${tillMostGuesses}`,
  )
  if (counted === 0) throw tillClosed('pins')
  const person =
    await db.first<Person>(sql`select u.id, u.account_id, u.role, u.withheld, p.pin_hash from till_pins p join users u on u.id = p.user_id
    where p.till_id = ${till.id} and u.id = ${uuidOf(body.userId) ?? null}::uuid and ${mayStandAt(till, now)}`)
  if (!person) return { till, person }
  const own = await db.run(sql`insert into till_guesses as g (user_id, guesses) values (${person.id}, 1)
    on conflict (user_id) do update set guesses = g.guesses + 1 where g.guesses < ${tillMostGuesses}`)
  if (own === 0) throw tillClosed('pins')
  return { till, person }
}

/** What a wrong PIN is answered; the fifth in a row closes the till, and takes the PINs of a person whose own fifth it was. */
async function refused(db: Connection, { now, ip, requestId }: Unlocking, till: Till, person: Person | undefined): Promise<Refusal> {
  const row = await db.first<{ at_till: number; own: number }>(sql`
    select guesses as at_till, coalesce((select guesses from till_guesses where user_id = ${person?.id ?? null}::uuid), 0)::smallint as own
    from tills where id = ${till.id} for update`)
  const own = row?.own ?? 0
  const left = tillMostGuesses - Math.max(row?.at_till ?? tillMostGuesses, own)
  if (person && own >= tillMostGuesses) await db.run(sql`delete from till_pins where user_id = ${person.id}`)
  const closed =
    left <= 0 &&
    (await db.run(sql`update tills set closed_at = ${now}, closed_why = 'pins' where id = ${till.id} and closed_at is null`)) > 0
  if (closed) {
    await endTillSessions(db, till.id, now)
    notify(db, {
      about: { accountId: till.account_id },
      type: 'till_closed',
      level: 'warning',
      values: [{ key: 'name', value: till.name }],
      actionUrl: '/settings/tills',
      roles: ['owner', 'admin'],
      now,
    })
  }
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
  if (left <= 0) return tillClosed('pins')
  return new Refusal('PinWrong', { values: { left: String(left) }, ...(left === 1 && { why: 'one' }) })
}

/** The session of a right PIN, unless the till has closed meanwhile. */
async function enter(db: Connection, call: Unlocking, till: Till, person: Person): Promise<{ sessionId: string; companion: string }> {
  const open = await db.run(sql`update tills set guesses = 0, last_used_at = ${call.now}, last_used_by = ${person.id}
    where id = ${till.id} and closed_at is null`)
  if (open === 0) throw tillClosed('pins')
  await db.run(sql`delete from till_guesses where user_id = ${person.id}`)
  await endTillSessions(db, till.id, call.now)
  const place = { id: till.id, name: till.name, merchantId: till.merchant_id }
  return startSession(db, person, { ...call, call: 'tillUnlock', till: place })
}
