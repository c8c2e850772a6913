import { describe, expect, it } from 'vitest'
import { providerCalls } from '#contract/providerApi'
import { fromWire } from '../calls/wire.ts'
import { docsText } from '../pages/docs/docsWords.ts'
import { providerIntroduction } from '../pages/docs/introductions.ts'
import { providerOpenapi } from './providerOpenapi.ts'

const description = providerOpenapi({
  brand: { name: 'Tienda', vendor: 'zeta', legalName: '', supportEmail: '', supportPhone: '', colours: {} },
  publicUrl: 'https://tienda.example',
})
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods))

describe('the description of the provider’s API', () => {
  it('contains every call once, with its scope, its errors and the names of the wire', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(providerCalls.map(({ name }) => name).toSorted())
    for (const call of providerCalls) {
      const operation = operations.find(({ operationId }) => operationId === call.name)
      expect(operation?.['x-roles']).toEqual([call.policy.scope])
      const texts = Object.values(operation?.responses ?? {}).map(({ description: words }) => words)
      for (const type of [...call.refusals, 'UnauthorizedException']) expect(texts.join(', ')).toContain(type)
      expect(Object.keys(operation?.responses ?? {}).includes('202')).toBe(call.policy.secondPerson === 'configured')
    }
    expect(propertyNames(description).filter((name) => /[A-Z]/.test(name))).toEqual([])
    expect(Object.keys(description.paths)).toContain('/provider/v1/merchants/{merchant_id}/approve')
  })

  it('begins with keys, repeats, lists and limits', () => {
    expect(providerIntroduction(docsText('es'), 'https://tienda.example').items[0]?.html).toMatch(
      /https:\/\/tienda\.example\/provider\/v1\/accounts[\s\S]+600 llamadas en 60 segundos/,
    )
  })
})

describe('its samples', () => {
  it.each(providerCalls)('make $name, with its required fields', ({ name, method, path, body }) => {
    const sample = operations.find(({ operationId }) => operationId === name)?.['x-codeSamples']?.[0]?.source ?? ''
    const calls: [string, unknown[]][] = []
    const provider = new Proxy(
      {},
      {
        get:
          (_, verb: string) =>
          (...given: unknown[]) =>
            calls.push([verb, given]),
      },
    )
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
    new Function('provider', ...parameters, sample.replace('await ', ''))(provider, ...parameters.map((parameter) => `<${parameter}>`))
    const [[verb, [address, sent]] = ['', []]] = calls
    expect(verb === 'post').toBe(method === 'POST')
    expect(address).toBe(path.replace('/provider/v1', '').replaceAll(/\{(\w+)\}/g, '<$1>'))
    if (body) expect(body.safeParse(fromWire(sent)).error).toBeUndefined()
    else expect(sent).toBeUndefined()
  })
})

function propertyNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(inner as object) : []),
    ...propertyNames(inner),
  ])
}
