import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealSecret } from '../access/secondFactor/totp.ts'
import { firstStaffLink } from '../provider/staff/firstStaff.ts'
import { callConsole, type TestStaff } from '../testing/provider/testStaff.ts'
import { shownCode } from '../testing/session/testAuthenticator.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { closeDemoStaff, openDemoStaff } from './demoStaff.ts'
import { appSecretOf, staffPersonas } from './staffPersonas.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ fixture: false, config: { demo: true } })
})
afterAll(() => server.close())

const demoPassword = 'Trastienda-demo-1'
const open = () =>
  openDemoStaff({
    ownerUrl: server.database.ownerUrl,
    demoPassword,
    seal: (staffId, secret) => sealSecret(server.services.config.sessionSecrets, staffId, secret),
  })

/** Signs in as the persona of that place in the list; undefined when refused. Each code is accepted once. */
async function signIn(place: number): Promise<TestStaff | undefined> {
  const persona = staffPersonas[place]
  if (!persona) throw new Error(`no persona ${place}`)
  server.moveClock(30_000)
  const code = shownCode(appSecretOf(persona), server.services.wallClock())
  const { status, headers } = await callConsole(server, 'staffSignIn', { body: { email: persona.email, password: demoPassword, code } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return status === 204 ? { cookie, staffId: '', email: '', sessionId: '' } : undefined
}

const me = async (as: TestStaff | undefined) => (await callConsole(server, 'consoleMe', { as })).status

it('lets the people of the demo in while it is in use, and neither them nor whom they invited afterwards', async () => {
  await open()
  const [marta, elena] = [await signIn(1), await signIn(3)]
  const { body: waiting } = await callConsole(server, 'staffConfirmationList', { as: elena })
  expect(waiting.pending).toMatchObject([{ call: 'staffRolesChange', requestedBy: { name: 'Marta Quiroga Rey' }, decidable: true }])
  const invite = { email: 'nueva@proveedor.test', firstName: 'Nueva', lastName: 'Persona', roles: ['admin' as const] }
  const answer = await callConsole(server, 'staffInvite', { as: marta, body: invite })
  const confirmationId = answer.body.confirmation?.id ?? ''
  expect((await callConsole(server, 'staffConfirmationConfirm', { as: elena, params: { confirmationId } })).status).toBe(200)
  expect(await firstStaffLink(server.services)).toBeNull()

  await closeDemoStaff(server.database.ownerUrl)
  expect([await me(marta), await me(elena), await signIn(3)]).toEqual([403, 403, undefined])
  expect(await server.ownerSql('select from staff_links where used_at is null')).toEqual([])
  expect(await firstStaffLink(server.services)).toMatch(/\/console\/setup\?token=/)

  await open()
  expect(await me(await signIn(3))).toBe(200)
})
