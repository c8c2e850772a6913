import { z } from 'zod/mini'
import type { ShopCall } from '#contract/platform/shopCall'
import { snakeKey, toSnake } from '../calls/wire.ts'
import { exampleValue } from './exampleValue.ts'
import type { SampleRequest } from './httpSamples.ts'
import type { JsonSchema } from './openapi.ts'

/** Sample path parameters by name; an operation can also be addressed by its id. */
const params: Readonly<Record<string, string>> = { ref: 'A-1', articleId: 'SOFA-1' }

/** Optional fields that make the samples of some calls meaningful. */
const besides: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  checkoutCreate: { phone: '612340098' },
  checkoutOfflineCreate: { phone: '612340098' },
  operationList: { mid: 'A-1' },
  operationUpdateCart: { articles: undefined },
  campaignCreate: { name: 'Sofás de otoño', interest: 0, numInstalments: [3, 6] },
  campaignReplace: { name: 'Sofás de otoño', interest: 0, numInstalments: [3, 6] },
  campaignUpdate: { name: 'Sofás de otoño' },
  campaignArticleAdd: { id: 'SOFA-1', name: 'Sofá Duero' },
  campaignArticleRemove: { 'article-mid': 'SOFA-1,SOFA-2' },
  settlementList: { from: '2026-03-01', to: '2026-03-31' },
}

/** TypeScript of a call with the client published for shops. */
export function shopSample(call: ShopCall): string {
  const pathArguments = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    params[name] === undefined ? name : literal(params[name]),
  )
  const sample = sampleOf(call)
  const callArguments = [...pathArguments, ...(sample === undefined ? [] : [literal(sample)])]
  return `await shop.${call.name}(${callArguments.join(', ')})`
}

/** The same call as a request, in the test mode. */
export function shopRequest(call: ShopCall, baseUrl: string, vendor: string): SampleRequest {
  const sample = sampleOf(call)
  const queryFields = call.body ? undefined : (sample as Readonly<Record<string, unknown>> | undefined) // the query of a sample is an object
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(queryFields ?? {}).map(([name, value]) => [snakeKey(name), String(value)])),
  ).toString()
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? sampleId)
  return {
    method: call.method,
    url: `${baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      Accept: `application/vnd.${vendor}.sandbox.v4+json`,
      ...(call.method === 'GET' ? {} : { 'Idempotency-Key': 'A-1-1' }),
    },
    ...(call.body && { body: toSnake(sample ?? {}) }),
    keyVariable: call.policy.key === 'publicKey' ? 'SHOP_PUBLIC_KEY' : 'SHOP_KEY',
  }
}

/** An id of ours in a sample. */
export const sampleId = '0123456789abcdef0123456789abcdef'

/** Values of the shops' samples where they differ from those of all examples. */
const own: Readonly<Record<string, unknown>> = { id: 'A-1', name: 'Sofá Duero' }

/** The body or query of a sample; undefined when none is required. */
function sampleOf({ name, body, query, parameters }: ShopCall): unknown {
  const more = besides[name] ?? {}
  const shape = body ?? query
  if (parameters) return more
  if (!shape) return undefined
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema // a shape of the contract is an object, never `true`
  const sample = exampleValue(schema, { own: { ...own, ...more }, includes: (field) => Object.hasOwn(more, field) })
  return typeof sample === 'object' && sample !== null && Object.keys(sample).length > 0 ? sample : undefined
}

const widest = 100

/** A value as a TypeScript literal, on one line if it fits. */
export function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'number') return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = (indented: string) =>
    Array.isArray(value)
      ? value.map((one) => literal(one, indented))
      : Object.entries(value).map(([name, one]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(one, indented)}`)
  if (parts('').length === 0) return open + close
  const line = Array.isArray(value) ? `[${parts('').join(', ')}]` : `{ ${parts('').join(', ')} }`
  if (line.length <= widest && !line.includes('\n')) return line
  return `${open}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${close}`
}
