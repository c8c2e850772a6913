import { randomBytes } from 'node:crypto'
import { readTillCode } from '#domain/access/till'
import { record } from '../../platform/audit/record.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/deviceHash.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { countTry, takeBack, tillCodeSubject } from '../session/attempts.ts'
import { endTillSessions } from '../session/endSessions.ts'
import { tillCookie, tillHash } from './tillCookie.ts'
import { faceOf, tillOf, type Till } from './tillDevice.ts'

/** What this device is as a till. Refuses with TillClosed. */
export const tillView: Handler<'tillView'> = ({ services, http, now }) =>
  services.database.read(null, async (db) => faceOf(db, await tillOf(db, http.till), now))

/** Makes this device the till that a code stands for, once. Refuses with CodeWrong, or TooManyRequests after many wrong ones of a network. */
export const tillEnter: Handler<'tillEnter'> = async (call) => {
  const { services, body, now, http, ip } = call
  const network = tillCodeSubject(ip)
  await countTry(services, [network], now)
  const code = readTillCode(body.code)
  const token = randomBytes(32).toString('base64url')
  const face = await services.database.write(null, async (db) => {
    const till =
      code !== null &&
      (await db.first<Till>(sql`
        update tills t set code_hash = null, device_hash = ${tillHash(token)}, entered_at = ${now} from merchants m
        where t.code_hash = ${tillHash(code)} and t.code_expires_at > ${now} and t.closed_at is null and m.id = t.merchant_id
        returning t.id, t.account_id, t.merchant_id, t.name, m.name as merchant`))
    if (!till) throw new Refusal('CodeWrong', { why: 'till' })
    await takeBack(db, network)
    // Its lock screen is the shop's from now on.
    if (http.device !== undefined) await db.run(sql`delete from push_subscriptions where device_hash = ${deviceHash(http.device)}`)
    await record(db, { ...lineOf(call, till), call: 'tillEnter', outcome: 'done' })
    return faceOf(db, till, now)
  })
  http.setCookie(tillCookie(services.config, token))
  return face
}

/** This device is no till any more, and whoever stands there is out; one that is none stays so. */
export const tillLeave: Handler<'tillLeave'> = async (call) => {
  const { services, http, now } = call
  const { till: token } = http
  if (token !== undefined) {
    await services.database.write(null, async (db) => {
      const till = await db.first<Pick<Till, 'id' | 'account_id' | 'merchant_id'>>(sql`
        update tills set closed_at = ${now}, closed_why = 'device' where device_hash = ${tillHash(token)} and closed_at is null
        returning id, account_id, merchant_id`)
      if (!till) return
      await endTillSessions(db, till.id, now)
      await record(db, { ...lineOf(call, till), call: 'tillLeave', outcome: 'done' })
    })
  }
  http.setCookie(tillCookie(services.config, ''))
  return undefined
}

/** What a line of the trail says of a device that nobody has signed in to. */
const lineOf = ({ ip, requestId }: Pick<Call<'tillEnter'>, 'ip' | 'requestId'>, till: Pick<Till, 'id' | 'account_id' | 'merchant_id'>) => ({
  accountId: till.account_id,
  merchantId: till.merchant_id,
  mode: null,
  userId: null,
  role: null,
  ip,
  requestId,
  entity: 'till',
  entityId: till.id,
})
