import { z } from 'zod/mini'
import type { ShopCall } from '#contract/platform/shopCall'
import type { JsonSchema } from '../calls/openapi.ts'

/** Sample values by field name. */
const values: Readonly<Record<string, unknown>> = {
  amount: 1_250,
  currency: 'EUR',
  id: 'A-1',
  name: 'Sofá Duero',
  notificationUrl: 'https://tienda.example/aviso',
  price: 49_587,
  quantity: 1,
  taxRate: 2_100,
  statement: '02/03/2026;TRANSFERENCIA LIQ-2026-0042;1.250,00',
  totalAmount: 60_000,
}
/** Sample path parameters by name; an operation can also be addressed by its id. */
const params: Readonly<Record<string, string>> = { ref: 'A-1', articleId: 'SOFA-1' }

/** Optional fields that make the samples of some calls meaningful. */
const besides: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
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
  const asked = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => (params[name] === undefined ? name : literal(params[name])))
  const sample = sampleOf(call)
  const given = [...asked, ...(sample === undefined ? [] : [literal(sample)])]
  return `await shop.${call.name}(${given.join(', ')})`
}

/** The body or query of a sample; undefined when none is required. */
function sampleOf({ name, body, query, parameters }: ShopCall): unknown {
  const more = besides[name] ?? {}
  const shape = body ?? query
  if (parameters) return more
  if (!shape) return undefined
  const sample = valueOf(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema, more) // a shape of the contract is an object, never `true`
  return typeof sample === 'object' && sample !== null && Object.keys(sample).length > 0 ? sample : undefined
}

type Inner = { type?: unknown; anyOf?: JsonSchema[]; items?: JsonSchema }

function valueOf(schema: JsonSchema, more: Readonly<Record<string, unknown>>): unknown {
  const { type, anyOf, items } = schema as Inner
  if (anyOf) return valueOf(anyOf[0] ?? {}, more)
  if (type === 'array') return [valueOf(items ?? {}, more)]
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || Object.hasOwn(more, name))
  return Object.fromEntries(fields.map(([name, field]) => [name, more[name] ?? values[name] ?? valueOf(field, more)]))
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
