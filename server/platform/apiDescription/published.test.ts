import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { described, descriptionLanguages, type Words, wordsOf } from './described.ts'
import type { OpenApi } from './openapi.ts'
import { panelOpenapi } from './panelOpenapi.ts'
import { providerOpenapi } from './providerOpenapi.ts'
import { publishedPanel, publishedProvider, publishedShops } from './published.ts'
import { shopOpenapi } from './shopOpenapi.ts'

const config = {
  brand: { name: 'Tienda', vendor: 'zeta', legalName: '', supportEmail: 'ayuda@tienda.example', supportPhone: '', colours: {} },
  publicUrl: 'https://tienda.example',
  hosts: { vendorApiUrl: '', onboardingUrl: '', loginUrl: '', checkoutUrl: '', providerScriptUrl: '' },
}
const shops = publishedShops(shopOpenapi(config), 'es')
const provider = publishedProvider(providerOpenapi(config), 'en')
const panel = publishedPanel(panelOpenapi(config))

const alsoOfSpectral = {
  'no-invalid-media-type-examples': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'operation-singular-tag': 'error',
} as const

/** What Redocly's linter says of a description by its recommended rules and those that Spectral has besides; its examples must fit their schemas. */
async function lint(description: OpenApi, rules: Record<string, 'off'> = {}): Promise<string[]> {
  const strict = await createConfig({ extends: ['recommended'], rules: { ...alsoOfSpectral, ...rules } })
  const problems = await lintFromString({ source: JSON.stringify(description), absoluteRef: '/openapi.json', config: strict })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)
}

describe('the published descriptions', () => {
  it('are accepted by a linter', async () => {
    expect(await lint(shops)).toEqual([])
    expect(await lint(provider)).toEqual([])
    // Some addresses of the panel, which are given, could be each other's; its words are those of its screens.
    const rules = { 'no-ambiguous-paths': 'off', 'operation-description': 'off', 'tag-description': 'off' } as const
    expect(await lint(panel, rules)).toEqual([])
    expect(panel.info.description).toContain('céntimos')
  })

  it('name the types of what is sent and answered', () => {
    const refund = shops.paths['/orders/{ref}/captures/{capture_id}/refunds']?.post
    expect(refund?.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/CaptureRefundRequest' })
    const { Order: order, OperationListResponse: list } = shops.components.schemas
    expect(list?.properties?.['results']?.['items']).toEqual({ $ref: '#/components/schemas/Order' })
    expect(order?.properties?.['remaining_amount']).toEqual(
      expect.objectContaining({ type: 'integer', description: expect.stringContaining('céntimos') }),
    )
    expect(provider.components.schemas).toHaveProperty('Payout')
    expect(panel.components.schemas).toHaveProperty('SettlementListResponse')
  })

  it('name each possible error', () => {
    const { content } = shops.paths['/orders/{ref}/refund-extended']?.post?.responses['409'] ?? {}
    expect(content?.['application/json']?.schema).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/Error' }],
      properties: { error: { properties: { type: { type: 'string', enum: expect.arrayContaining(['RefundAmountExceeded']) } } } },
    })
  })

  it.each(descriptionLanguages)('describe every field, parameter, header and group in %s, with no words left over', (language) => {
    const used = new Set<string>()
    const words = new Proxy(wordsOf(language), {
      get: (target, key) => {
        if (typeof key === 'string' && Object.hasOwn(target, key)) used.add(key)
        return Reflect.get(target, key) as string
      },
    })
    const whole = [described(shops, words, 'info.shops'), described(provider, words, 'info.provider')]
    expect(whole.flatMap(undescribed)).toEqual([])
    expect(Object.keys(wordsOf(language)).filter((key) => !used.has(key))).toEqual([])
    if (language === 'en') expect(whole.flatMap((one) => spanish(one, words))).toEqual([])
  })

  it('say which key a call needs, in their language', () => {
    expect(shops.paths['/orders/{ref}/refund']?.post?.description).toBe('Con la clave privada de la tienda.')
    expect(provider.paths['/provider/v1/ledger/{day}']?.get?.description).toBe(
      'With a key of the provider that has the permission ledger:read.',
    )
    expect(Object.values(provider.paths).flatMap(({ post }) => post?.responses['202']?.description ?? [])).toEqual(
      Array(3).fill('Requested: done when a member of staff confirms it'),
    )
  })
})

/** Where words are missing: an empty description. */
function undescribed(value: unknown, at: string | number = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'description' in value && value.description === '' ? [String(at)] : []
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => (key === 'example' ? [] : undescribed(inner, `${at}/${key}`)))]
}

/** Calls and messages without a summary of their own in English. */
const spanish = ({ paths, webhooks = {} }: OpenApi, words: Words): string[] => [
  ...Object.values(paths).flatMap((methods) =>
    Object.values(methods)
      .map(({ operationId }) => operationId.replace(/\d$/, ''))
      .filter((name) => words[`calls.${name}`] === undefined),
  ),
  ...Object.keys(webhooks).filter((type) => words[`messages.${type}`] === undefined),
]
