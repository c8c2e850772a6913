import { afterAll, beforeAll, expect, it } from 'vitest'
import { declareMaintenance, endMaintenance } from '../platform/calls/maintenance.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workers: 'watch' })
})
afterAll(() => server.close())

it('a process without workers notices that maintenance begins and ends', async () => {
  const status = async () => (await server.call('merchantList', { as: 'ownerA' })).status
  await expect.poll(status).toBe(200)
  const declared = { reason: 'Mudanza', endsAt: null, statusUrl: null }
  await server.services.database.write(null, (db) => declareMaintenance(db, declared, new Date()))
  await expect.poll(status).toBe(503)
  await server.services.database.write(null, endMaintenance)
  await expect.poll(status).toBe(200)
})
