import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../platform/database/newId.ts'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { watchTrials } from './watchTrials.ts'

const hour = 3_600_000
let server: TestServer
let website: string | null
beforeAll(async () => {
  server = await startTestServer()
  website = (await server.ownerSql<{ url: string | null }>('select url from merchants where id = $1', [ids.merchantA1]))[0]?.url ?? null
  await server.ownerSql(`update merchants set url = 'https://www.granvia.example' where id = $1`, [ids.merchantA1])
})
beforeEach(async () => {
  await server.ownerSql(
    'truncate callbacks, callback_attempts, shop_orders, stuck_trials, trial_checks; delete from outbox; delete from notifications',
  )
})
afterAll(async () => {
  await server.ownerSql('update merchants set url = $1 where id = $2', [website, ids.merchantA1])
  await server.close()
})

const ago = (hours: number) => new Date(server.services.now().getTime() - hours * hour)

/** Creates an order from the shop's program, dated and received so many hours ago. */
async function order(mode: 'live' | 'sandbox', hoursAgo: number, host = 'granvia.example', cameHoursAgo = hoursAgo): Promise<void> {
  const id = newId(ago(hoursAgo))
  const key = [ids.merchantA1, mode, id]
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps,
      fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, expires_at)
      values ($1, $2, $3, 'pending_customer', 'in_process', 'online', 'instalments', 'automatic', 60000, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora', 'ana@mora.test', 'ana mora', $4, now() + interval '1 day')`,
    [...key, ago(hoursAgo)],
  )
  await server.ownerSql('insert into shop_orders (merchant_id, mode, operation_id, key_id) values ($1, $2, $3, $3)', key)
  await server.ownerSql(
    `insert into callbacks (merchant_id, mode, operation_id, kind, url, came_at) values ($1, $2, $3, 'confirmation', $4, $5)`,
    [...key, `https://${host}/notify`, ago(cameHoursAgo)],
  )
  if (mode === 'sandbox')
    await server.ownerSql('insert into trial_checks (merchant_id) values ($1) on conflict do nothing', [ids.merchantA1])
}

/** Runs the next check. */
async function watch(): Promise<number> {
  await server.ownerSql(`update trial_checks set due_at = '-infinity'`)
  return watchTrials(server.services)
}
const waits = async (as: Persona = 'ownerA', mode: 'live' | 'sandbox' = 'live') => {
  const { body } = await server.call('inboxList', { as, mode, params: { merchantId: hexOf(ids.merchantA1) } })
  return body.items.filter(({ kind }) => kind === 'still_testing').length
}

it("watchTrials notifies owners and admins once, also by mail, only after six hours of orders from the shop's own website", async () => {
  await order('sandbox', 5.9)
  await order('sandbox', 30, 'pruebas.example')
  expect([await watch(), await waits()]).toEqual([0, 0])
  await order('sandbox', 6.1)
  expect([await watch(), await watch()]).toEqual([1, 0])
  expect([await waits('ownerA'), await waits('adminA'), await waits('editorA'), await waits('ownerA', 'sandbox')]).toEqual([1, 1, 0, 0])
  const people = await server.ownerSql<{ role: string }>(
    `select u.role from outbox l join members u on u.id = l.user_id where l.kind = 'notice_email'`,
  )
  expect(new Set(people.map(({ role }) => role))).toEqual(new Set(['admin', 'owner']))
  const emails: OutgoingEmail[] = []
  const mail = async (email: OutgoingEmail) => void emails.push(email)
  expect(await sendOutbox({ ...server.services, mail }, 'notice_email')).toBe(people.length)
  expect(emails[0]?.subject).toContain('Tu tienda sigue en pruebas')
  expect(emails[0]?.text).toContain('/preferences/plugins')
})

it('watchTrials is silent while live orders arrive, and the inbox entry ends with the first one', async () => {
  await order('sandbox', 10)
  await order('live', 8)
  expect(await watch()).toBe(0)
  await order('sandbox', 7)
  expect([await watch(), await waits()]).toEqual([1, 1])
  await order('live', 0)
  expect([await watch(), await waits()]).toEqual([0, 0])
})

it('watchTrials ignores orders made long ago with the sandbox clock ahead', async () => {
  await order('sandbox', 8, 'granvia.example', 720)
  await order('sandbox', 7, 'granvia.example', 720)
  expect(await watch()).toBe(0)
  await order('sandbox', -720, 'granvia.example', 7)
  expect(await watch()).toBe(0)
})

it('watchTrials checks every other shop when one cannot be checked', async () => {
  await order('sandbox', 7)
  await server.ownerSql(`insert into trial_checks (merchant_id) values ($1) on conflict do nothing`, [ids.merchantB1])
  await server.ownerSql(
    `update trial_checks set due_at = case merchant_id when $1 then '-infinity'::timestamptz else now() - interval '1 day' end`,
    [ids.merchantB1],
  )
  const logged: string[] = []
  const { database } = server.services
  const broken: typeof database = {
    ...database,
    read: (scope, work) => (scope?.merchantId === ids.merchantB1 ? Promise.reject(new Error('no way in')) : database.read(scope, work)),
    write: (scope, work) => database.write(scope, work),
  }
  expect(await watchTrials({ ...server.services, database: broken, log: (_, event) => void logged.push(event) })).toBe(1)
  expect(logged).toEqual(['trial_check_failed'])
})

it('watchTrials ignores shops that finished testing long ago, and other shops', async () => {
  await order('sandbox', 100)
  await order('sandbox', 80)
  expect(await watch()).toBe(0)
  await order('sandbox', 7)
  await watch()
  const other = await server.call('inboxList', { as: 'ownerB', params: { merchantId: hexOf(ids.merchantB1) } })
  expect(other.body.items.filter(({ kind }) => kind === 'still_testing')).toEqual([])
})
