import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '../server/platform/database/database.ts'
import { hexOf } from '../server/platform/calls/wire.ts'
import { addStaff, callConsole } from '../server/testing/provider/testStaff.ts'
import { ids } from '../server/testing/testFixture.ts'
import { startTestServer, type TestServer } from '../server/testing/testServices.ts'
import { actingStaff } from './actingStaff.ts'
import { staffLinks } from './staffLinks.ts'
import { switchAccounts } from './switchAccounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const acting = (name: string, rest: string[] = [], more: { as?: string; reason?: string } = {}) =>
  actingStaff(server.database.appUrl, { name, rest, ...more })
/** Runs a command as `npm run operator` does; returns what it prints. */
async function run(command: (typeof staffLinks)[string] | undefined, rest: string[], staffId?: string): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const database = openDatabase({ url: server.database.appUrl, connections: 2, staffId })
  try {
    await command?.run({ database, now: server.services.now, config: server.services.config }, rest)
    return log.mock.calls.flat().join('\n')
  } finally {
    log.mockRestore()
    await database.close()
  }
}

it('operator commands ask for nobody’s name while there is no staff, and print the first person’s link', async () => {
  expect(await acting('disable-account', [hexOf(ids.accountA), 'x'])).toBeUndefined()
  const link = await run(staffLinks['setup-link'], [])
  const token = new URL(link).searchParams.get('token') ?? ''
  expect((await callConsole(server, 'staffLinkOpen', { body: { token } })).body.purpose).toBe('setup')
})

it('operator commands that change something need the name of a member of staff, which stays in the audit log', async () => {
  const ada = await addStaff(server, ['admin'], { email: 'ada@provider.test' })
  const off = await addStaff(server, ['admin'], { email: 'off@provider.test' })
  await server.ownerSql('update staff set disabled_at = now() where id = $1', [off.staffId])
  for (const [name, rest, more] of [
    ['disable-account', [hexOf(ids.accountA)], {}],
    ['outbox', ['retry', 'all'], {}],
    ['erase-person', ['a@a.test'], { reason: 'request' }],
  ] as const)
    await expect(acting(name, [...rest], more)).rejects.toThrow('Say in whose name')
  for (const as of ['nobody@provider.test', 'off@provider.test', ''])
    await expect(acting('account', [], { as })).rejects.toThrow('no member of staff has access')
  expect([await acting('account'), await acting('outbox', ['list']), await acting('erase-person', ['a@a.test'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])

  const staffId = await acting('disable-account', [], { as: 'Ada@provider.test' })
  expect(staffId).toBe(ada.staffId)
  await run(switchAccounts['disable-account'], [hexOf(ids.accountA), 'Caducado'], staffId)
  expect(await server.ownerSql('select call, staff_id from audit_entries where account_id = $1', [ids.accountA])).toMatchObject([
    { call: 'operator.disable-account', staff_id: ada.staffId },
  ])
})

it('staff-link prints a link for a new access and ends the person’s sessions; setup-link prints none once there is staff', async () => {
  const berta = await addStaff(server, ['risk'], { email: 'berta@provider.test' })
  const link = await run(staffLinks['staff-link'], ['Berta@provider.test'])
  const token = /#([\w-]{43})$/.exec(link)?.[1] ?? ''
  expect((await callConsole(server, 'staffLinkOpen', { body: { token } })).body).toMatchObject({ purpose: 'reset', email: berta.email })
  expect((await callConsole(server, 'consoleMe', { as: berta })).error.type).toBe('NotAuthenticated')
  await expect(run(staffLinks['staff-link'], ['nobody@provider.test'])).rejects.toThrow('No member of staff')
  await expect(run(staffLinks['setup-link'], [])).rejects.toThrow('There is staff already')
})
