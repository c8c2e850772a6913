import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { declareMaintenance, endMaintenance } from '../platform/calls/maintenance.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ workers: 'watch' })
})
afterAll(() => server.close())

it('a process without workers notices that maintenance begins and ends', async () => {
  const until = async (status: number) => {
    for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await sleep(50)) {
      const answer = await server.call('merchantList', { as: 'ownerA' })
      if (answer.status === status) return status
    }
    return 0
  }
  expect(await until(200)).toBe(200)
  const declared = { reason: 'Mudanza', endsAt: null, statusUrl: null }
  await server.services.database.write(null, (db) => declareMaintenance(db, declared, new Date()))
  expect(await until(503)).toBe(503)
  await server.services.database.write(null, endMaintenance)
  expect(await until(200)).toBe(200)
})
