import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueTestKeys, type TestKeys } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let keys: TestKeys
beforeAll(async () => {
  server = await startTestServer()
  keys = await issueTestKeys(server, ids.merchantA1)
})
afterAll(() => server.close())

const ask = (path: string, headers: Record<string, string>, method = 'GET', body?: string) =>
  server.send(method, path, { headers, ...(body === undefined ? {} : { body }) })
const bearer = (token: string, accept = 'application/vnd.zeta.v1+json') => ({ authorization: `Bearer ${token}`, accept })
const errorOf = (raw: string) => (JSON.parse(raw) as { error: { type: string; message: string; fields?: Record<string, unknown> } }).error

describe("authentication of the shops' API", () => {
  it("answers a plugin that checks its key, with its own vendor media type and the key's mode", async () => {
    const live = await ask('/merchants/api-keys', bearer(keys.live.private))
    expect(live.status).toBe(200)
    expect(JSON.parse(live.raw)).toEqual({ public_api_key: keys.live.public, sandbox: false })
    expect(live.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(live.headers.get('x-zeta-media-type')).toBe('zeta.v4')
    const sandbox = await ask('//merchants//api-keys', bearer(keys.sandbox.private, 'application/vnd.omega.sandbox.v3+json'))
    expect(JSON.parse(sandbox.raw)).toEqual({ public_api_key: keys.sandbox.public, sandbox: true })
    expect(sandbox.headers.get('x-omega-media-type')).toBe('omega.sandbox.v4')
  })

  it('treats a request without a vendor media type as live, and refuses newer versions and other formats', async () => {
    expect((await ask('/merchants/api-keys', bearer(keys.live.private, '*/*'))).status).toBe(200)
    for (const accept of ['application/vnd.zeta.v5+json', 'application/vnd.zeta.v1+xml', 'application/vnd.zeta.sandbox.v2+yaml']) {
      const refused = await ask('/merchants/api-keys', bearer(keys.live.private, accept))
      expect([accept, refused.status, errorOf(refused.raw).type]).toEqual([accept, 406, 'NotAcceptable'])
    }
  })

  it('names the mode of a key of the other mode', async () => {
    const refused = await ask('/merchants/api-keys', bearer(keys.sandbox.private))
    expect(refused.status).toBe(401)
    expect(errorOf(refused.raw)).toMatchObject({ type: 'UnauthorizedException', message: expect.stringContaining('de pruebas') as string })
  })

  it('refuses in the requested language', async () => {
    const sentence = async (language: string) =>
      errorOf((await ask('/merchants/api-keys', { ...bearer(keys.sandbox.private), 'accept-language': language })).raw).message
    expect(await sentence('pt-PT,pt;q=0.9')).toMatch(/^Esta chave é de testes/)
    expect(await sentence('fr,en;q=0.5')).toMatch(/^This is a test key/)
    expect(await sentence('de')).toMatch(/^Esta clave es de pruebas/)
  })

  it('reads the scheme in any case, and treats an absent key as missing', async () => {
    expect((await ask('/merchants/api-keys', { ...bearer(''), authorization: `bEARER ${keys.live.private}` })).status).toBe(200)
    for (const authorization of ['', 'Bearer', `Token ${keys.live.private}`, 'Bearer sk_live_ñ', `Bearer ${keys.live.private}x`])
      expect((await ask('/merchants/api-keys', { authorization, accept: '*/*' })).status).toBe(401)
  })

  it('distinguishes forbidden from not found, once a key is presented', async () => {
    expect((await ask('/orders/a/b/c', {})).status).toBe(401)
    const missing = await ask('/orders/a/b/c', bearer(keys.live.private))
    expect([missing.status, errorOf(missing.raw).type]).toEqual([404, 'ObjectNotFoundException'])
    const method = await ask('/merchants/api-keys', bearer(keys.live.private), 'DELETE')
    expect([method.status, method.headers.get('allow'), errorOf(method.raw).message]).toEqual([405, 'GET', 'Method not allowed.'])
    // At a further address of a call too.
    for (const verb of ['HEAD', 'GET', 'DELETE']) {
      const further = await ask(`/orders/${'a'.repeat(32)}/refund_all`, bearer(keys.live.private), verb)
      expect([verb, further.status, further.headers.get('allow')]).toEqual([verb, 405, 'POST'])
    }
  })

  it("leaves the web app's pages under the same paths to it", async () => {
    const page = await ask(`/merchants/${'a'.repeat(32)}`, { accept: 'text/html' })
    expect(page.headers.has('x-trastienda-media-type')).toBe(false)
    expect(page.raw).not.toContain('UnauthorizedException')
    const write = await ask(`/merchants/${'a'.repeat(32)}`, { accept: 'text/html' }, 'POST', '{}')
    expect([write.status, errorOf(write.raw).type]).toEqual([401, 'UnauthorizedException'])
  })

  it('refuses unknown parameters', async () => {
    const refused = await ask('/merchants/api-keys?mid=', bearer(keys.live.private))
    expect(refused.status).toBe(400)
    expect(errorOf(refused.raw).fields).toHaveProperty('mid')
  })

  it('records which program and plugin called last', async () => {
    const headers = { ...bearer(keys.other.private), 'user-agent': 'Sdk/0.2.2, PHP/8.2.1, WordPress/6.6, WooCommerce/9.1, Pagos/4.2.1' }
    expect((await ask('/merchants/api-keys', headers)).status).toBe(200)
    const [row] = await server.ownerSql('select last_used_client from api_keys where public_key is null and last_four = $1', [
      keys.other.private.slice(-4),
    ])
    expect(row).toEqual({ last_used_client: 'WooCommerce 9.1' })
    const { body } = await server.call('connectionView', { as: 'ownerB', params: { merchantId: hexOf(ids.merchantB1) } })
    expect(body.plugins.map(({ platform, installed, latest, seenAt }) => [platform, installed, latest, seenAt !== null])).toEqual([
      ['woocommerce', '4.2.1', '4.3.0', true],
      ['prestashop', null, '8.4.0', false],
      ['magento', null, '3.2.1', false],
    ])
  })
})
