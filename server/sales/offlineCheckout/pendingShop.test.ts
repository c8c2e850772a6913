import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownKey, request } from '../../testing/offlineCheckout/testCheckout.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const params = { merchantId: hexOf(ids.merchantD1) }
const sell = (mode: Mode) => server.call('checkoutOfflineCreate', { params, body: request(12_000), as: 'pendingD', mode, key: ownKey() })
const operations = async (mode: Mode) =>
  (await server.ownerSql<{ id: string }>('select id from operations where merchant_id = $1 and mode = $2', [ids.merchantD1, mode])).length
const become = (status: string) => server.ownerSql('update merchants set status = $2 where id = $1', [ids.merchantD1, status])

it('a shop that waits for its approval tries a sale in test mode, and begins none in live mode', async () => {
  expect((await sell('sandbox')).status).toBe(201)
  const live = await sell('live')
  expect([live.status, live.error.type]).toEqual([403, 'CreditNotAvailable'])
  expect([await operations('sandbox'), await operations('live')]).toEqual([1, 0])
})

it.each(['rejected', 'suspended', 'closed'])('a shop that is %s begins no sale in any mode', async (status) => {
  const before = await operations('sandbox')
  await become(status)
  try {
    for (const mode of ['sandbox', 'live'] as const) expect((await sell(mode)).error.type, mode).toBe('CreditNotAvailable')
    expect([await operations('sandbox'), await operations('live')]).toEqual([before, 0])
  } finally {
    await become('pending')
  }
})

it('an approved shop sells in live mode', async () => {
  await become('active')
  try {
    expect((await sell('live')).status).toBe(201)
  } finally {
    await become('pending')
  }
})
