import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index'
import type { Endpoint } from '#contract/platform/endpoint'
import { providerApi } from '#contract/providerApi'
import { shopsApi } from '#contract/shopsApi'
import type { JsonSchema, OpenApi } from '../apiDescription/openapi.ts'
import { snakeKey } from '../calls/wire.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the API’s description', () => {
  it('contains every call with its roles, errors and snake_case names', async () => {
    const document = JSON.parse((await server.send('GET', '/openapi.json')).raw) as OpenApi
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(Object.keys(api).toSorted())
    for (const { path, method, operation } of operations) {
      const endpoint = (api as Record<string, Endpoint>)[operation.operationId] as Endpoint
      const policy = endpoint.policy.roles
      expect(operation['x-roles'].toSorted()).toEqual(typeof policy === 'string' ? [policy] : [...policy].toSorted())
      const scheme = policy === 'consumer' ? 'checkout' : policy === 'publicKey' ? policy : 'bearer'
      if (policy !== 'public') expect(operation.security).toEqual([{ [scheme]: [] }])
      expect([method.toUpperCase(), path]).toEqual([
        endpoint.method,
        endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`),
      ])
      const descriptions = Object.values(operation.responses)
        .map(({ description }) => description)
        .join(', ')
      for (const type of [...endpoint.refusals, 'InvalidToken', 'PermissionDenied']) expect(descriptions).toContain(type)
    }
    expect(propertyNames(document).filter((name) => /[A-Z]/.test(name))).toEqual([])
    const refund = document.paths['/v2/merchants/{merchant_id}/orders/{operation_id}/refund']?.post?.requestBody?.content
    const name = String(refund?.['application/json']?.schema['$ref']).split('/').at(-1) ?? ''
    expect(document.components.schemas[name]?.properties).toHaveProperty('expected_remaining')
  })

  it('can be read without a script', async () => {
    const { raw, headers } = await server.send('GET', '/docs')
    expect(raw).not.toMatch(/<script|javascript:|style="/)
    expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
    for (const name of Object.keys(api)) expect(raw).toContain(`id="${name}"`)
    const shops = (await server.send('GET', '/docs/shops')).raw
    for (const name of Object.keys(shopsApi)) expect(shops).toContain(`id="${name}"`)
    const provider = (await server.send('GET', '/docs/provider')).raw
    for (const name of Object.keys(providerApi)) expect(provider).toContain(`id="${name}"`)
    expect(JSON.parse((await server.send('GET', '/openapi-provider.json')).raw)).toHaveProperty(['paths', '/provider/v1/payouts'])
    expect(JSON.parse((await server.send('GET', '/openapi-shops.json')).raw)).toHaveProperty(['paths', '/orders/{ref}'])
    const english = JSON.parse((await server.send('GET', '/openapi-shops.en.json')).raw) as OpenApi
    expect([shops.includes('href="/openapi-shops.en.json"'), english.paths['/orders/{ref}']?.get?.summary]).toEqual([true, 'One order'])
    expect(provider).toContain('id="payout.returned"')
  })

  it('can be read in English, searched, and copied with this installation’s own address', async () => {
    const english = (await server.send('GET', '/docs/shops?lang=en')).raw
    expect(english).toContain('<html lang="en">')
    expect(english).toMatch(/<a href="\/docs\/shops\?lang=es"[^>]*>Español/)
    for (const label of ['curl', 'PHP', 'Python', 'TypeScript']) expect(english).toContain(`>${label}</label>`)
    expect(english).toContain(`curl &#39;${server.services.config.publicUrl}/me&#39;`)
    // Every word of the page, beside names and samples, is of its language.
    expect(english).not.toMatch(/céntimos|obligatorio|Ejemplos/)
    const html = (await server.send('GET', `/docs/shops?q=${encodeURIComponent('DEVOLVER captúra')}`)).raw
    expect([...html.matchAll(/class="call" id|<section id="(\w+)" class="call"/g)].map(([, id]) => id)).toEqual(['captureRefund'])
    const nothing = await server.send('GET', `/docs/shops?lang=en&q=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(nothing.raw).not.toContain('<script')
    expect(nothing.raw).toContain('Nothing with these words.')
    expect(nothing.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
    const odd = await server.send('GET', '/docs/shops?q=a&q=b&lang[]=en')
    expect(odd.status).toBe(200)
  })
})

function propertyNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(inner as Record<string, JsonSchema>) : []),
    ...propertyNames(inner),
  ])
}
