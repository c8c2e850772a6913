import type { NamedProviderCall } from '#contract/providerApi'
import { type JsonSchema, schemaOf } from '../calls/openapi.ts'
import { literal } from './shopSample.ts'

/** Sample values by field name, as on the wire. */
const values: Readonly<Record<string, unknown>> = {
  at: '2026-03-02T06:00:00Z',
  business_activity: '06',
  code: 'AC04',
  effective_on: '2026-04-01',
  email: 'clara@mora.example',
  ended_on: '2026-03-01',
  fee_fixed: 30,
  fee_rate: 250,
  field: 'phone',
  first_name: 'Clara',
  iban: 'ES9121000418450200051332',
  instalments_allowed: [3, 6, 12],
  last_name: 'Mora',
  max_amount: 300_000,
  message: 'El teléfono no existe',
  min_amount: 3_000,
  name: 'Muebles Mora',
  opening_fee_rate: 0,
  reason: 'Revisión de riesgo',
  rule: 'scorecard_7',
  tin: 1_999,
  url: 'mora.example',
}

/** Optional fields that make the samples of some calls meaningful. */
const besides: Readonly<Record<string, readonly string[]>> = { providerMerchantCreate: ['iban'] }

/** TypeScript of a call with the client of the example (`client/example/providerClient.ts`). */
export function providerSample({ name, method, path, query, body, answers }: NamedProviderCall): string {
  const place = path.replace('/provider/v1', '').replaceAll(/\{(\w+)\}/g, '${$1}')
  const address = place.includes('$') ? `\`${place}\`` : `'${place}'`
  if (method === 'GET') {
    const verb = Object.values(answers).includes('file') ? 'file' : query && 'cursor' in query.shape ? 'all' : 'get'
    return `await provider.${verb}(${address})`
  }
  const sample = body && sampleOf(schemaOf(body, 'input'), besides[name] ?? [])
  return `await provider.post(${[address, ...(sample === undefined ? [] : [literal(sample)])].join(', ')})`
}

type Inner = JsonSchema & { type?: unknown; anyOf?: JsonSchema[]; items?: JsonSchema; enum?: unknown[]; minimum?: number }

/** A value that fits a schema: of an object, its required fields and some more. */
function sampleOf(schema: JsonSchema, more: readonly string[]): unknown {
  const { type, anyOf, items, enum: options, properties = {}, required = [] } = schema as Inner
  if (anyOf) return sampleOf(anyOf[0] ?? {}, more)
  if (options) return options[0]
  if (type === 'array') return [sampleOf(items ?? {}, more)]
  if (type === 'boolean') return true
  if (type === 'integer') return 100_000
  if (type !== 'object') return 'f'.repeat(32)
  const fields = Object.entries(properties).filter(([name]) => required.includes(name) || more.includes(name))
  return Object.fromEntries(
    fields.map(([name, field]) => [name, values[name] !== undefined && !isChoice(field) ? values[name] : sampleOf(field, more)]),
  )
}

const isChoice = (field: JsonSchema): boolean => Array.isArray(field['enum'])
