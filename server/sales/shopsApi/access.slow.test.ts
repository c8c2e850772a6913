import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShopCall } from '#contract/platform/shopCall'
import { shopCalls } from '#contract/shopsApi'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/shopsApi/shopsApiFixture.ts'
import { issueTestKey, issueTestKeys, makeShop, type Shop, type TestKeys } from '../../testing/shopsApi/testShop.ts'

// Every call × key × mode against the policy of its declaration, the key's own shop and mode, and nothing else. Generated from the declarations.
let server: TestServer
let shop: Shop
let keys: TestKeys
let revoked: string
let order: string
beforeAll(async () => {
  server = await startTestServer()
  keys = await issueTestKeys(server, ids.merchantA1)
  shop = makeShop(server, keys.live.private)
  revoked = await issueTestKey(server, ids.merchantA2, 'live', 'private')
  await server.services.database.write(mintScope(ids.merchantA2, 'live'), (db) =>
    db.raw(`update api_key_lookups set ends_at = now() - interval '1 minute' where merchant_id = $1 and kind = 'private'`, [
      ids.merchantA2,
    ]),
  )
  order = await writeOperation(server.database.ownerUrl)
})
afterAll(() => server.close())

const missing = 'f'.repeat(32)
const addressesOf = ({ path, alsoAt = [] }: ShopCall, ref: string, merchantId = hexOf(ids.merchantA1)) =>
  [path, ...alsoAt].map((place) =>
    place
      .replace('{ref}', ref)
      .replace('{merchantId}', merchantId)
      .replaceAll(/\{\w+\}/g, missing),
  )

describe.each(shopCalls.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  const isOpen = call.policy.key === 'publicKey'
  const body = call.body ? {} : undefined

  it('refuses no key, a wrong or revoked one, and one of the other mode', async () => {
    for (const path of addressesOf(call, order)) {
      const anonymous = await server.send(call.method, path, { headers: { accept: 'application/vnd.zeta.v1+json' } })
      const answers = [
        anonymous.status,
        (await shop(call.method, path, { key: `${keys.live.private.slice(0, -1)}!`, body })).status,
        (await shop(call.method, path, { key: keys.live.private.replace(/.$/, (end) => (end === '0' ? '1' : '0')), body })).status,
        (await shop(call.method, path, { key: revoked, body })).status,
        (await shop(call.method, path, { key: keys.sandbox.private, body })).status,
        (await shop(call.method, path, { key: keys.live.private, sandbox: true, body })).status,
      ]
      expect([path, answers]).toEqual([path, [401, 401, 401, 401, 401, 401]])
    }
  })

  it('admits a public key, and browsers, according to its policy', async () => {
    for (const path of addressesOf(call, order)) {
      const answer = await shop(call.method, path, { key: keys.live.public, body })
      expect([path, answer.status === 403 && answer.body.error.type === 'PermissionDenied']).toEqual([path, !isOpen])
      expect(answer.headers.get('access-control-allow-origin')).toBe(isOpen ? '*' : null)
      const preflight = await server.send('OPTIONS', path, { headers: { 'access-control-request-headers': 'authorization' } })
      expect([path, preflight.status]).toEqual([path, isOpen ? 204 : 401])
    }
  })

  it('shows a key nothing of another shop or mode', async () => {
    if (!/\{\w+\}/.test([call.path, ...(call.alsoAt ?? [])].join())) return expect(call.path).not.toContain('{')
    for (const path of addressesOf(call, order).filter((one) => one.includes(order) || one.includes(missing))) {
      const outsiders = [
        await shop(call.method, path.replace(hexOf(ids.merchantA1), hexOf(ids.merchantB1)), {
          key: keys.other.private,
          body: bodyFor(call),
        }),
        await shop(call.method, path, { key: keys.sandbox.private, sandbox: true, body: bodyFor(call) }),
      ]
      expect([path, outsiders.map(({ status }) => status)]).toEqual([path, [404, 404]])
    }
    for (const path of addressesOf(call, order, hexOf(ids.merchantB1)).filter((one) => one.includes(hexOf(ids.merchantB1))))
      expect((await shop(call.method, path, { body: bodyFor(call) })).status).toBe(404)
  })
})

/** A body accepted by the call: calls that move money refuse unknown fields. */
function bodyFor({ name, body }: ShopCall): unknown {
  const order = { articles: [{ id: 1, name: 'A', quantity: 1, price: 1 }] }
  if (body === undefined) return undefined
  if (name === 'campaignArticleAdd') return [{ id: 'A' }]
  if (name === 'orderDisputeEvidence') return { text: 'Lo recogió en la tienda.' }
  if (name === 'operationUpdateCart' || name === 'operationReplaceCart') return { order }
  return 'shape' in body && Object.hasOwn(body.shape as object, 'amount') ? { amount: 1 } : { name: 'Una', order }
}

it('a write refused to a public key is audited, once a minute, without what it would have read', async () => {
  await shop('POST', `/orders/${order}/cancel`, { key: keys.live.public })
  const rows = await server.ownerSql<{ call: string }>(
    `select call from audit_entries where account_id = (select account_id from members where id = $1) and outcome = 'PermissionDenied' and role = 'key'`,
    [personas.ownerA.id],
  )
  const closed = shopCalls.filter(({ policy, method }) => policy.key === 'privateKey' && method !== 'GET').map(({ name }) => name)
  expect(rows.map(({ call }) => call).toSorted()).toEqual(closed.toSorted())
})
