import { createHmac, hash, randomBytes } from 'node:crypto'
import type { TillFace } from '#contract/access/tills'
import { readTillCode } from '#domain/access/till'
import { record } from '../../platform/audit/record.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { deviceHash } from '../../platform/calls/device.ts'
import { hostCookie } from '../../platform/calls/cookies.ts'
import { text } from '../../platform/calls/messages.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { entersShop } from '../../platform/database/entersShop.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { countAttempt, uncountAttempt, tillCodeSubject } from '../session/attempts.ts'
import { endTillSessions } from '../session/signOut.ts'
import { withEach } from '../../platform/config/secrets.ts'

/** The longest lifetime that browsers allow. */
const lifeSeconds = 400 * 86_400

/** The cookie of a shared till's device; HttpOnly. Empty: removes it. */
function tillCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  const age = token === '' ? 0 : lifeSeconds
  return `${hostCookie(config, 'till')}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${age}`
}

/** Code and cookie of a till are stored as this hash only. */
export const tillHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/**
 * The pepper of a till's PIN hashes: derived from server secret and device cookie, so that ten thousand PINs cannot be tried with the
 * database alone.
 */
export const tillPepper = ({ sessionSecrets: [secret] }: Pick<Config, 'sessionSecrets'>, token: string): Buffer => pepperOf(secret, token)

/** The pepper of each secret: a PIN may have been set while another was the first. */
export const tillPeppers = ({ sessionSecrets }: Pick<Config, 'sessionSecrets'>, token: string): readonly [Buffer, ...Buffer[]] =>
  withEach(sessionSecrets, (secret) => pepperOf(secret, token))

const pepperOf = (secret: string, token: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('till-pin').digest()).update(token).digest()

/** A till by the cookie of its device. */
export type Till = { id: string; account_id: string; merchant_id: string; name: string; merchant: string }

/** The refusal of a device that is no till, or no longer one. */
export const tillClosed = (why?: 'pins' | 'shop'): Refusal => new Refusal('TillClosed', why === undefined ? {} : { why })

/** The open till of a device. Refuses with TillClosed. */
export async function tillOf(db: Connection, token: string | undefined): Promise<Till> {
  const row =
    token !== undefined &&
    (await db.first<Till & { closed_why: string | null }>(sql`
      select t.id, t.account_id, t.merchant_id, t.name, m.name as merchant, t.closed_why
      from tills t join merchants m on m.id = t.merchant_id where t.device_hash = ${tillHash(token)}`))
  // Distinguished from a till that was closed: this device never was one.
  if (!row) throw new Refusal('TillClosed', { fields: [{ name: 'till', code: 'none', message: text('errors.TillClosed') }] })
  if (row.closed_why !== null) throw tillClosed(row.closed_why === 'pins' ? 'pins' : undefined)
  return row
}

/** Condition on members `u`: those who may enter the till's shop now. */
export const mayUseTill = ({ account_id, merchant_id }: Pick<Till, 'account_id' | 'merchant_id'>, now: Date): Sql => sql`
  u.account_id = ${account_id} and ${mayEnter(sql`u`, now)} and ${entersShop(sql`${merchant_id}::uuid`)}`

/** What a till shows while it is locked. */
async function faceOf(db: Connection, till: Till, now: Date): Promise<TillFace> {
  const people = await db.rows<{ id: string; name: string }>(sql`
    select u.id, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email) as name
    from till_pins p join members u on u.id = p.user_id where p.till_id = ${till.id} and ${mayUseTill(till, now)} order by name, u.id`)
  return {
    name: till.name,
    merchant: { id: hexOf(till.merchant_id), name: till.merchant },
    people: people.map(({ id, name }) => ({ id: hexOf(id), name })),
  }
}

/** This device's till. Refuses with TillClosed. */
export const tillView: Handler<'tillView'> = ({ services, http, now }) =>
  services.database.read(null, async (db) => faceOf(db, await tillOf(db, http.till), now))

/** Turns this device into the till that a code stands for, once. Refuses with CodeWrong, or TooManyRequests after many wrong ones from a network. */
export const tillEnter: Handler<'tillEnter'> = async (call) => {
  const { services, body, now, http, ip } = call
  const network = tillCodeSubject(ip)
  await countAttempt(services, [network], now)
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
    await uncountAttempt(db, network)
    // From now on the device belongs to the shop: nobody's notices are pushed to it.
    if (http.device !== undefined) await db.run(sql`delete from push_subscriptions where device_hash = ${deviceHash(http.device)}`)
    await record(db, { ...auditFieldsOf(call, till), call: 'tillEnter', outcome: 'done' })
    return faceOf(db, till, now)
  })
  http.setCookie(tillCookie(services.config, token))
  return face
}

/** Removes the till from this device and ends the session there; does nothing when it is no till. */
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
      await record(db, { ...auditFieldsOf(call, till), call: 'tillLeave', outcome: 'done' })
    })
  }
  http.setCookie(tillCookie(services.config, ''))
  return undefined
}

/** The audit fields of a device that nobody is signed in to. */
const auditFieldsOf = (
  { ip, requestId }: Pick<Call<'tillEnter'>, 'ip' | 'requestId'>,
  till: Pick<Till, 'id' | 'account_id' | 'merchant_id'>,
) => ({
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
