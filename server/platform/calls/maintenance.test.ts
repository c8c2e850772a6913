import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { declareMaintenance, endMaintenance } from './maintenance.ts'
import { callConsole } from '../../testing/provider/testStaff.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(async () => {
  await server.services.database.write(null, endMaintenance)
  await server.services.maintenance.read()
})

const endsAt = new Date('2031-03-01T17:30:00Z')
const close = async (reason = 'Ampliamos la base de datos.') => {
  const declared = { reason, endsAt, statusUrl: 'https://estado.example' }
  await server.services.database.write(null, (db) => declareMaintenance(db, declared, server.services.now()))
  await server.services.maintenance.read()
}
const readyz = async () => {
  const { status, raw } = await server.send('GET', '/readyz')
  return { ...(JSON.parse(raw) as { maintenance: unknown }), status }
}

it('leaves the provider’s console open, where it is ended', async () => {
  await close()
  expect((await callConsole(server, 'consoleSignInOptions')).status).toBe(200)
})

it('answers every call with 503 and Retry-After while it lasts, and executes none of them', async () => {
  const key = 'k'.repeat(20)
  const before = await server.ownerSql<{ n: string }>('select count(*) as n from sessions')
  await close()
  const calls = [
    await server.call('me', { as: { accessToken: 'none', refreshToken: '', cookie: '' } }),
    await server.call('sessionSignIn', { body: { email: 'owner@a.test', password: 'Una clave de prueba 7' } }),
    await server.call('passwordForgotten', { body: { email: 'owner@a.test' }, key }),
  ]
  for (const { status, error, headers } of calls)
    expect([status, error.type, headers.get('retry-after')]).toEqual([503, 'Maintenance', '60'])
  expect(await server.ownerSql('select count(*) as n from sessions')).toEqual(before)
  const upload = await server.send('POST', '/analytics', { body: 'x=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  expect(upload.status).toBe(503)
})

it('still serves the health page, which shows the reason, the end and the status page', async () => {
  expect((await readyz()).maintenance).toBeNull()
  await close()
  const notice = { reason: 'Ampliamos la base de datos.', ends_at: endsAt.toISOString(), status_url: 'https://estado.example' }
  expect(await readyz()).toMatchObject({ status: 200, maintenance: notice })
  await close('Falta poco.')
  expect((await readyz()).maintenance).toMatchObject({ reason: 'Falta poco.' })
})

it('ends when the operator ends it', async () => {
  await close()
  expect(await server.services.database.write(null, endMaintenance)).toBe(true)
  await server.services.maintenance.read()
  expect((await server.call('sessionSignIn', { body: { email: 'owner@a.test', password: 'Una clave de prueba 7' } })).status).toBe(200)
  expect(await server.services.database.write(null, endMaintenance)).toBe(false)
})
