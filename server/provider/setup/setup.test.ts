import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

// What a new installation still needs, each proved by a fact.
let server: TestServer
let admin: TestStaff
const mails: { to: string; subject: string }[] = []
beforeAll(async () => {
  server = await startTestServer({ config: { smtpUrl: 'smtp://mail.test', demo: false } })
  server.services.mail = async (mail) => void mails.push(mail)
  admin = await addStaff(server, ['admin'])
})
afterAll(() => server.close())

const read = async () => (await callConsole(server, 'consoleSetup', { as: admin })).body
const stateOf = async (item: string) => (await read()).items.find((one) => one.item === item)?.state

it('is read by admins only, and names simulators', async () => {
  expect((await callConsole(server, 'consoleSetup', { as: await addStaff(server, ['support']) })).status).toBe(403)
  const { items, isSetUp } = await read()
  expect(isSetUp).toBe(false)
  expect(items.filter(({ state }) => state === 'simulated').map(({ item }) => item)).toEqual(['sms', 'cards', 'bank', 'identity'])
  expect(items.find(({ item }) => item === 'creditor')).toMatchObject({ settings: ['DEBIT_CREDITOR_ID'] })
})

it('takes mail as proved once the code of a test mail was typed, not when it was sent, nor by another code', async () => {
  expect(await stateOf('mail')).toBe('untested')
  expect((await callConsole(server, 'setupMailTest', { as: admin })).status).toBe(204)
  expect(await sendOutbox(server.services, 'staff_email')).toBe(1)
  const [mail] = mails
  const code = /\d{6}$/.exec(mail?.subject ?? '')?.[0] ?? ''
  expect([mail?.to, code.length]).toEqual([admin.email, 6])
  const confirm = (given: string, as = admin) => callConsole(server, 'setupMailConfirm', { body: { code: given }, as })
  expect((await confirm(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))).error.fields?.[0]?.name).toBe('code')
  expect((await confirm(code, await addStaff(server, ['admin']))).status).toBe(400)
  expect(await stateOf('mail')).toBe('untested')
  expect((await confirm(code)).status).toBe(204)
  expect(await stateOf('mail')).toBe('done')
})

it('takes prices, rules and the first merchant from their own tables', async () => {
  await server.ownerSql('delete from decision_rules')
  expect(await stateOf('decision')).toBe('missing')
  await server.ownerSql(`insert into decision_rules (effective_at, bank_link_from_cents, max_recent_requests, max_live_plans, max_owed_cents, min_age_years, reason, created_at, created_by)
    values (now(), 1, 1, 1, 1, 18, 'x', now(), gen_random_uuid())`)
  expect(await stateOf('decision')).toBe('done')
  expect(await stateOf('merchant')).toBe('done')
  await server.ownerSql(`update accounts set demo = true`)
  expect(await stateOf('merchant')).toBe('missing')
})
