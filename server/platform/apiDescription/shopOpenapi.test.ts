import { describe, expect, it } from 'vitest'
import { shopCalls } from '#contract/shopsApi'
import { orderParameters } from '#domain/sales/shopsApi/shopFilters'
import { webhookTypes } from '#domain/merchants/webhook'
import { shopOpenapi } from './shopOpenapi.ts'

const description = shopOpenapi({
  brand: { name: 'Tienda', vendor: 'zeta', legalName: '', supportEmail: '', supportPhone: '', colours: {} },
  publicUrl: 'https://tienda.example',
  hosts: { vendorApiUrl: '', onboardingUrl: '', loginUrl: '', checkoutUrl: '', providerScriptUrl: '' },
})
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))

describe('the description of the shops’ API', () => {
  it('contains every call at each of its paths, once, with the required key', () => {
    const addresses = shopCalls.reduce((all, { alsoAt = [] }) => all + 1 + alsoAt.length, 0)
    expect(operations).toHaveLength(addresses)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(addresses)
    for (const call of shopCalls)
      expect(operations.find(({ operationId }) => operationId === call.name)?.['x-roles']).toEqual([call.policy.key])
  })

  it('describes webhooks and their signature', () => {
    expect(Object.keys(description.webhooks ?? {})).toEqual([...webhookTypes, 'webhook.test'])
    const { post } = description.webhooks?.['operation.captured'] ?? {}
    expect(post?.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    const data = post?.requestBody?.content['application/json']?.schema.properties?.['data']
    expect(Object.keys(data?.properties ?? {})).toEqual(['operation_id', 'mid', 'sequence', 'event', 'from', 'to', 'reason', 'amount'])
  })

  it('has fields and parameters as on the wire', () => {
    const list = description.paths['/orders']?.get
    expect(list?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining([...orderParameters]))
    expect(Object.keys(description.paths)).toContain('/orders/{ref}/captures/{capture_id}/refunds')
    const refund = description.paths['/orders/{ref}/refund-extended']?.post
    expect(Object.keys(refund?.requestBody?.content ?? {})).toEqual(['application/json', 'application/x-www-form-urlencoded'])
    expect(Object.keys(refund?.responses['200']?.content?.['application/json']?.schema.properties ?? {})).toEqual([
      'remaining_amount',
      'refund',
      'replayed',
    ])
    expect(refund?.responses['409']?.description).toContain('RefundAmountExceeded')
    expect(propertyNames(description).filter((name) => /[A-Z]/.test(name))).toEqual([])
  })
})

describe('its samples', () => {
  it.each(shopCalls)('call $name by its name, with its required fields', ({ name, path, body, query, parameters }) => {
    const sample = operations.find(({ operationId }) => operationId === name)?.['x-codeSamples']?.[0]
    const called: [string, unknown[]][] = []
    const shop = new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...given: unknown[]) =>
            called.push([method, given]),
      },
    )
    new Function('shop', 'id', 'captureId', 'campaignId', 'settlementId', 'disputeId', (sample?.source ?? '').replace('await ', ''))(
      shop,
      'w',
      'x',
      'y',
      'z',
      'd',
    )
    const [[method, args] = ['', []]] = called
    const params = path.match(/\{/g)?.length ?? 0
    expect([method, args.length >= params, args.length <= params + 1]).toEqual([name, true, true])
    const input = args[params]
    if (body || query) expect((body ?? query)?.safeParse(input ?? {}).success).toBe(true)
    else expect(input === undefined || parameters !== undefined).toBe(true)
  })
})

function propertyNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(inner as object) : []),
    ...propertyNames(inner),
  ])
}
