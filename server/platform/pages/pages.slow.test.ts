import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../config/config.ts'
import { pages } from './pages.ts'
import { checkoutPolicy, inlineHashes, pagePolicy, securityHeaders } from './securityHeaders.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../calls/wire.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const inline = "document.title='x'"
const script = `<script>${inline}</script>`
const index = `<!doctype html><html><head><!--settings-->${script}<script type="module" src="/assets/app-abcdef12.js"></script></head><body>app</body></html>`
const evil = '</script><script>alert(1)</script>\u2028'

/** The pages with a small built app, and services that cannot reach a database. */
async function withBuilt(change: Partial<Config>): Promise<{ app: FastifyInstance; config: Config; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'trastienda-web-'))
  const config = { ...server.services.config, ...change }
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'locales'))
  const js = Buffer.from('console.log(1)')
  for (const [name, bytes] of [
    ['index.html', index],
    ['login.html', index.replace('app</body>', 'login</body>')],
    ['checkout.html', index.replace('app</body>', 'checkout</body>')],
    ['cardField.html', index.replace('app</body>', 'card</body>')],
    ['console.html', index.replace('app</body>', 'console</body>')],
    ['assets/app-abcdef12.js', js],
    ['assets/app-abcdef12.js.br', brotliCompressSync(js)],
    ['favicon.svg', '<svg/>'],
    ['locales/es.abcdefghij.json', '{}'],
  ] as const) {
    writeFileSync(join(folder, name), bytes)
  }
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => securityHeaders(reply, config))
  await pages(app, { ...server.services, config }, folder)
  return {
    app,
    config,
    remove: async () => {
      await app.close()
      rmSync(folder, { recursive: true })
    },
  }
}

describe('every response', () => {
  const paths: [string, string][] = [
    ['GET', '/v2/me'],
    ['GET', '/v2/nowhere'],
    ['POST', '/v2/token'],
    ['DELETE', '/v2/me'],
    ['GET', '/'],
    ['GET', '/robots.txt'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['PUT', '/nowhere'],
    ['GET', '/%'],
    ['GET', `/v2/merchants/${'x'.repeat(300)}`],
    ['GET', '/favicon.svg'],
  ]
  it.each(paths)('%s %s has the same security headers', async (method, path) => {
    const { headers } = await server.send(method, path)
    expect(
      Object.fromEntries(
        ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'x-frame-options'].map(
          (name) => [name, headers.get(name)],
        ),
      ),
    ).toEqual({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('permissions-policy')).toContain('microphone=()')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.has('x-powered-by') || headers.has('server')).toBe(false)
  })

  it('with data has no-store', async () => {
    for (const [method, path] of paths.filter(([, address]) => address.startsWith('/v2/')))
      expect((await server.send(method, path)).headers.get('cache-control'), `${method} ${path}`).toBe('no-store')
    expect((await server.send('GET', '/v2/me', { as: 'ownerA' })).headers.get('cache-control')).toBe('no-store')
  })

  it('has HSTS for a year when the site uses HTTPS', async () => {
    expect((await server.send('GET', '/healthz')).headers.has('strict-transport-security')).toBe(false)
    const { app, remove } = await withBuilt({ publicUrl: 'https://tienda.test' })
    expect((await app.inject('/healthz')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect((await app.inject('/')).headers['content-security-policy']).toContain('upgrade-insecure-requests')
    await remove()
  })
})

describe('the pages', () => {
  it('may use the camera only in the back office, where codes are scanned', async () => {
    const { app, remove } = await withBuilt({})
    const camera = async (path: string) => /camera=\([^)]*\)/.exec(String((await app.inject(path)).headers['permissions-policy']))?.[0]
    expect(await camera('/merchants/x/operations')).toBe('camera=(self)')
    for (const path of ['/login', '/checkout/x', '/bank/x', '/card-field', '/docs', '/v2/me'])
      expect(await camera(path), path).toBe('camera=()')
    await remove()
  })

  it('are the app at every path except the two outside it, and never under /v2', async () => {
    const { app, remove } = await withBuilt({})
    for (const path of ['/', '/merchants/x/operations', '/settings/change-password', '/maintenance', '/nowhere/at/all', '/onboarding?x=1'])
      expect((await app.inject(path)).body, path).toContain('app</body>')
    for (const path of ['/login', '/login/', '/login?redirect=%2F', '/new-password?uuid=1&token=2'])
      expect((await app.inject(path)).body, path).toContain('login</body>')
    for (const path of [
      '/v2',
      '/v2/',
      '/v2/nowhere',
      '/missing.js',
      '/assets/old-12345678.js',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/index.html',
      '/login.html',
    ]) {
      const answer = await app.inject(path)
      expect([answer.statusCode, answer.headers['content-type'], (answer.json() as { error: { type: string } }).error.type], path).toEqual([
        404,
        'application/json; charset=utf-8',
        'ObjectNotFoundException',
      ])
      expect(answer.json()).not.toHaveProperty('error.fields')
    }
    await remove()
  })

  it('contain brand and hosts as data that cannot close its element, and personas only with demo data', async () => {
    const brand = { ...server.services.config.brand, name: evil }
    const { app, remove } = await withBuilt({ brand })
    const { body } = await app.inject('/')
    const settings = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(settings)).toMatchObject({ brand: { name: evil }, demo: false, personas: [], cookieDomain: '' })
    expect(body.match(/<script/g)).toHaveLength(3)
    expect(settings).not.toContain(server.services.config.demoPassword)
    await remove()
    const demo = await withBuilt({ demo: true, demoPassword: 'Una-de-demostración' })
    expect((await demo.app.inject('/login')).body).toContain('"password":"Una-de-demostración"')
    await demo.remove()
  })

  it('allow exactly their own inline script, no other script and no inline style', async () => {
    const { app, remove } = await withBuilt({
      hosts: {
        ...server.services.config.hosts,
        vendorApiUrl: 'https://api.tienda.test/x',
        providerScriptUrl: 'https://js.proveedor.test/{key}.js',
      },
    })
    const answer = await app.inject('/')
    const policy = String(answer.headers['content-security-policy'])
    const hash = createHash('sha256').update(inline).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}' https://js.proveedor.test;`)
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("connect-src 'self' https://api.tienda.test https://js.proveedor.test;")
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'report-to csp',
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|data: [^;]*script/)
    expect(answer.headers['reporting-endpoints']).toBe('csp="/csp-reports"')
    await remove()
  })

  it('have no hashes of data blocks or external scripts in their policy', () => {
    expect(
      inlineHashes(
        '<script type="application/json">{}</script><script src="/a.js"></script><script type="module">a</script><style>b</style>',
        'script',
      ),
    ).toHaveLength(1)
    expect(pagePolicy('<style>b</style>', server.services.config)).toMatch(/style-src 'self' 'sha256-[\w+/]{43}='/)
  })
})

describe("the provider's console", () => {
  it('is at /console and below, but not at its calls, and connects to no other host, whatever the configuration', async () => {
    const hosts = {
      ...server.services.config.hosts,
      vendorApiUrl: 'https://api.test',
      providerScriptUrl: 'https://js.proveedor.test/{key}.js',
    }
    const { app, remove } = await withBuilt({ hosts, demo: false, demoPassword: 'Una-de-demostración' })
    for (const path of ['/console', '/console/', '/console/people', '/console/merchants/x?y=1'])
      expect((await app.inject(path)).body, path).toContain('console</body>')
    for (const path of ['/console.html', '/console/v1', '/console/v1/nothing', '/consoles'])
      expect((await app.inject(path)).body, path).not.toContain('console</body>')
    const { headers, body } = await app.inject('/console')
    const policy = String(headers['content-security-policy'])
    for (const part of ["frame-ancestors 'none'", "connect-src 'self'", "style-src 'self'", 'trusted-types script-address'])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|proveedor|api\.test/)
    expect(body).not.toContain('Una-de-demostración')
    const shown = await withBuilt({ demo: true, demoPassword: 'Una-de-demostración' })
    expect((await shown.app.inject('/console')).body).toContain('elena.duarte@proveedor.test')
    await Promise.all([remove(), shown.remove()])
  })
})

describe("the customer's pages", () => {
  const link = '/checkout/01941f297c0074b39fd746d5474cf3e5'

  it('are at a link’s URL, and contain nothing of the back office', async () => {
    const { app, remove } = await withBuilt({ demo: true, demoPassword: 'Una-de-demostración' })
    for (const path of [link, `${link}/`, '/checkout', '/checkout/nowhere?x=1'])
      expect((await app.inject(path)).body, path).toContain('checkout</body>')
    const { body } = await app.inject(link)
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as object
    expect(Object.keys(settings)).toEqual(['brand', 'hosts', 'shopWords', 'languages'])
    expect(body).not.toContain('Una-de-demostración')
    for (const path of ['/checkout.html', '/cardField.html']) expect((await app.inject(path)).statusCode, path).toBe(404)
    await remove()
  })

  it('may frame only the card field, may not be framed, and connect to no other host, whatever the configuration', async () => {
    const hosts = {
      ...server.services.config.hosts,
      providerScriptUrl: 'https://js.proveedor.test/{key}.js',
      loginUrl: 'https://entrar.test',
    }
    const { app, remove } = await withBuilt({ hosts })
    const { headers } = await app.inject(link)
    const policy = String(headers['content-security-policy'])
    for (const part of ["frame-src 'self'", "frame-ancestors 'none'", "connect-src 'self'", "style-src 'self'", "trusted-types 'none'"])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|proveedor|entrar/)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(checkoutPolicy('', server.services.config, 'https://tarjetas.test/field?x=1')).toContain(
      "frame-src 'self' https://tarjetas.test;",
    )
    await remove()
  })

  it('may frame the card field on their own origin, which connects to nobody', async () => {
    const { app, remove } = await withBuilt({})
    const { body, headers } = await app.inject('/card-field')
    const policy = String(headers['content-security-policy']).split('; ')
    expect(body).toContain('card</body>')
    expect(body).not.toContain('settings')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'"]))
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    await remove()
  })
})

describe('the files', () => {
  it('are sent compressed, and immutable if their name has a hash', async () => {
    const { app, remove } = await withBuilt({})
    const br = await app.inject({ url: '/assets/app-abcdef12.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect([br.headers['content-encoding'], br.headers['cache-control'], br.headers['content-type'], br.headers.vary]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
      'accept-encoding',
    ])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe('console.log(1)')
    expect((await app.inject('/assets/app-abcdef12.js')).body).toBe('console.log(1)')
    expect((await app.inject('/locales/es.abcdefghij.json')).headers['cache-control']).toContain('immutable')
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
    expect((await app.inject('/')).headers['cache-control']).toBe('no-cache')
    await remove()
  })

  it('are not sent again to clients that have them', async () => {
    const { app, remove } = await withBuilt({})
    const { headers } = await app.inject('/')
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await app.inject({ url: '/favicon.svg', method: 'HEAD' })).body).toBe('')
    await remove()
  })
})

describe('a browser’s CSP report', () => {
  it('is accepted with any content, and cannot reach a call', async () => {
    for (const body of [
      '[{"type":"csp-violation","body":{"effectiveDirective":"script-src","blockedURL":"https://evil.test/x?q=Ana"}}]',
      '{',
      '[]',
      '[null,1]',
      '{"a":1}',
    ]) {
      expect((await server.send('POST', '/csp-reports', { headers: { 'content-type': 'application/reports+json' }, body })).status).toBe(
        204,
      )
    }
    expect((await server.send('POST', '/v2/token', { headers: { 'content-type': 'application/reports+json' }, body: '{}' })).status).toBe(
      415,
    )
    expect(
      (await server.send('POST', '/csp-reports', { headers: { 'content-type': 'application/reports+json' }, body: 'x'.repeat(20_000) }))
        .status,
    ).toBe(413)
  })
})

describe('the outbox', () => {
  it('is available only with demo data, and shows e-mails as text', async () => {
    expect((await server.send('GET', '/outbox')).raw).not.toContain('Mensajes de prueba')
    const demo = await startTestServer({ database: server.database, config: { demo: true } })
    expect((await demo.send('GET', '/outbox')).raw).toContain('Aún no hay ningún mensaje.')
    await demo.services.mail({
      to: 'a@b.test',
      subject: '<b>Hola</b> ñ',
      text: 'Mira <img src=x onerror=alert(1)>\nhttps://x.test/a?b=1&c=2 fin',
      html: '<p>Mira</p>',
      attachments: [{ name: 'contrato-<7>.pdf', mediaType: 'application/pdf', content: Buffer.alloc(2_000) }],
    })
    const { raw, headers } = await demo.send('GET', '/outbox')
    expect(raw).toContain('<dd>contrato-&lt;7&gt;.pdf (2 KB)</dd>')
    expect(raw).toContain('&lt;b&gt;Hola&lt;/b&gt; ñ')
    expect(raw).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(raw).toContain('<a href="https://x.test/a?b=1&amp;c=2">')
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    await demo.close()
  })

  it('is not available when SMTP is configured', async () => {
    const sending = await startTestServer({ database: server.database, config: { demo: true, smtpUrl: 'smtp://127.0.0.1:9' } })
    expect((await sending.send('GET', '/outbox')).raw).not.toContain('Mensajes de prueba')
    await sending.close()
  })
})

it('without a built app the API works and a page is not found', async () => {
  const { app, remove } = await withBuilt({})
  await remove()
  expect(app).toBeDefined()
  expect((await server.send('GET', `/v2/merchants/${hexOf(ids.merchantA1)}`, { as: 'ownerA' })).status).toBe(200)
})
