import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'

let server: TestServer
let html = ''
let status = 200
const shop = createServer((_request, response) => response.writeHead(status, { location: '/otra' }).end(html))
beforeAll(async () => {
  server = await startTestServer()
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
  await server.close()
})

const url = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/sofa`
const check = (asked = url(), as: Persona = 'editorA', mode: 'live' | 'sandbox' = 'sandbox') =>
  server.call('widgetCheck', { params: { merchantId: hexOf(ids.merchantA1) }, body: { url: asked }, as, mode })
const codes = async (...asked: Parameters<typeof check>) =>
  (await check(...asked)).body.findings.map(({ code, about }) => `${code} ${about}`.trim())
const keyOf = (merchantId: string) => {
  const scope = mintScope(merchantId, 'sandbox')
  const issuing = {
    kind: 'public',
    by: personas.ownerA.id,
    now: server.services.now(),
    secrets: server.services.config.keySecrets,
  } as const
  return server.services.database.write(scope, async (db) => issueKey(db, scope, issuing).token)
}
const page = (key: string) =>
  `<script src="${server.services.config.publicUrl}/widget.js?public_key=${key}"></script><div data-trastienda-widget-instalments data-amount="100"></div>`

it('widgetCheck distinguishes this shop’s key from another’s, and says why there is no page', async () => {
  const [own, others] = [await keyOf(ids.merchantA1), await keyOf(ids.merchantB1)]
  html = page(own)
  expect(await codes()).toEqual([`keyWorks ${own.slice(-4)}`, 'amountSaid', 'panelRules'])
  html = page(others)
  expect((await codes())[0]).toBe(`foreignKey ${others.slice(-4)}`)
  status = 302
  expect(await codes()).toEqual(['unreachable 302'])
  status = 200
})

it('widgetCheck reaches no address inside the network in live mode, and is refused to guests', async () => {
  expect(await codes(url(), 'editorA', 'live')).toEqual(['unreachable needs_tls'])
  expect(await codes('https://169.254.169.254/latest', 'editorA', 'live')).toEqual(['unreachable private_address'])
  expect(await codes('ftp://tienda.example')).toEqual(['unreachable malformed'])
  expect((await check(url(), 'guestA')).error.type).toBe('PermissionDenied')
  expect((await check(url(), 'ownerB')).status).toBe(404)
})

it('widgetCheck checks at most a dozen pages a minute for an account', async () => {
  for (let more = 0; more < 12; more += 1) await check('nada')
  const refused = await check('nada')
  expect([refused.status, refused.error.type]).toEqual([429, 'TooManyRequests'])
})
