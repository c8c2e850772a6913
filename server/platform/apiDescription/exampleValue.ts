import type { JsonSchema } from './openapi.ts'
import { snakeKey } from '../calls/wire.ts'

/** Values of the examples by field name. */
const values: Readonly<Record<string, unknown>> = {
  amount: 1_250,
  at: '2026-03-02T06:00:00Z',
  btn_bg_color: '#267BBD',
  btn_text_color: '#FFFFFF',
  business_activity: '06',
  cif: 'B58818501',
  city: 'Soria',
  code: 'AC04',
  company: 'Muebles Mora S.L.',
  count: 1,
  country: 'ES',
  currency: 'EUR',
  effective_on: '2026-04-01',
  email: 'clara@mora.example',
  ended_on: '2026-03-01',
  external_id: 'CRM-4711',
  fee_fixed: 30,
  fee_rate: 250,
  field: 'phone',
  first_name: 'Clara',
  holder_name: 'Muebles Mora S.L.',
  iban: 'ES9121000418450200051332',
  iban_last4: '1332',
  instalments_allowed: [3, 6, 12],
  interest: 0,
  last_name: 'Mora',
  max_amount: 300_000,
  merchant_reference: 'DEV-7',
  message: 'El teléfono no existe',
  mid: 'A-1',
  min_amount: 3_000,
  name: 'Muebles Mora',
  next: null,
  notification_url: 'https://tienda.example/aviso',
  num_instalments: 3,
  numeric: '978',
  opening_fee_rate: 0,
  phone: '600000001',
  postcode: '42001',
  previous: null,
  price: 49_587,
  quantity: 1,
  reason: 'Revisión de riesgo',
  reference: 'LIQ-2026-0042',
  return_code: null,
  rule: 'scorecard_7',
  statement: '02/03/2026;TRANSFERENCIA LIQ-2026-0042;1.250,00',
  street: 'Calle del Duero 7',
  symbol: '€',
  tae: 0,
  tax_rate: 2_100,
  text_color: '#333A3E',
  tin: 1_999,
  total_amount: 60_000,
  url: 'https://mora.example/',
}

type Inner = JsonSchema & {
  type?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  pattern?: string
}

/** `own`: values by field name before the common ones; `includes`: whether an optional field is in it. */
type ExampleOptions = { own?: Readonly<Record<string, unknown>>; includes?: (field: string) => boolean }

/** A value that fits a JSON schema, whose field names may be in camelCase or as on the wire. */
export function exampleValue(schema: JsonSchema, { own = {}, includes = () => false }: ExampleOptions = {}): unknown {
  const { type, anyOf, items, enum: options, const: only, properties = {}, required = [] } = schema as Inner
  const inner = (one: JsonSchema) => exampleValue(one, { own, includes })
  if (only !== undefined) return only
  if (options) return options[0]
  if (anyOf) return inner(anyOf[0] ?? {})
  if (type === 'array') return [inner(items ?? {})]
  if (type !== 'object') return scalar(schema as Inner)
  const known = (name: string) => own[name] ?? values[snakeKey(name)]
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || includes(name))
      .map(([name, field]) => {
        const value = known(name)
        return [name, value !== undefined && fits(field as Inner, value) ? value : inner(field)]
      }),
  )
}

function scalar({ type, format, minimum = 0, maximum = 1_000_000, pattern = '' }: Inner): unknown {
  if (type === 'integer' || type === 'number') return Math.max(minimum, Math.min(maximum, 12_500))
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (format === 'date') return '2026-03-02'
  if (format === 'date-time' || pattern.includes('T\\d\\d:')) return '2026-03-02T08:15:00Z'
  if (pattern.includes('[0-9a-f]{32}')) return 'f'.repeat(32)
  return 'f'.repeat(32)
}

/** Whether a common value is of a field's type: names repeat, with other types. */
function fits(field: Inner, value: unknown): boolean {
  const { type, anyOf, enum: options, const: only, items, minimum, maximum } = field
  if (only !== undefined) return value === only
  if (options) return options.includes(value)
  if (anyOf) return anyOf.some((one) => fits(one as Inner, value))
  if (Array.isArray(type)) return type.some((one) => fits({ ...field, type: one }, value))
  if (type === 'array') return Array.isArray(value) && value.every((one) => fits((items ?? {}) as Inner, one))
  if (type === 'integer' || type === 'number')
    return typeof value === 'number' && value >= (minimum ?? value) && value <= (maximum ?? value)
  if (type === 'null') return value === null
  return type === undefined || typeof value === type
}
