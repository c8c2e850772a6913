import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { ShopCall } from '#contract/platform/shopCall'
import { shopCalls } from '#contract/shopsApi'
import { loggedFields } from '#contract/sales/shopsApi/loggedFields'
import { snakeKey } from '../calls/wire.ts'
import { maskBody, maskUrl } from './maskRequest.ts'

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[]; $ref?: string }

/** The paths of all values of a schema, on the wire. */
function leavesOf(schema: JsonSchema, path = ''): string[] {
  const { properties, items, anyOf } = schema
  if (properties)
    return Object.entries(properties).flatMap(([name, inner]) =>
      leavesOf(inner, path === '' ? snakeKey(name) : `${path}.${snakeKey(name)}`),
    )
  const inner = [...(anyOf ?? []), ...(items && Object.keys(items).length > 0 ? [items] : [])].flatMap((one) => leavesOf(one, path))
  return inner.length > 0 ? inner : [path]
}

const bodies = (shopCalls as readonly ShopCall[]).flatMap(({ body }) =>
  body ? leavesOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : [],
)

/** Fields of people, or free text. A new field is added here or to `loggedFields`. */
const masked = `
  customer customer.first_name customer.last_name customer.id customer.email customer.phone customer.birthday customer.type customer.gender customer.language
  customer.date_joined customer.last_login customer.document_id customer.address.street customer.address.address_addition customer.address.city
  customer.address.state customer.address.country customer.address.postcode customer.address.phone customer.address.alt_phone
  billing.first_name billing.last_name billing.street billing.address_addition billing.city billing.state billing.country billing.postcode billing.phone
  billing.alt_phone order.articles.name order.articles.description merchant shipping statement text
  ${['shipping', 'order.shipping'].flatMap((one) => ['first_name', 'last_name', 'name', 'street', 'address_addition', 'city', 'state', 'country', 'postcode', 'zip', 'phone', 'alt_phone'].map((name) => `${one}.${name}`)).join(' ')}
`
  .trim()
  .split(/\s+/)

it('knows of each field of the shops’ API whether the log shows it', () => {
  const fields = new Set(bodies)
  expect([...fields].filter((field) => !loggedFields.has(field) && !masked.includes(field))).toEqual([])
  expect([...loggedFields].filter((field) => !fields.has(field))).toEqual([])
  expect(masked.filter((field) => loggedFields.has(field))).toEqual([])
})

it('masks every value that is not listed, whatever its kind and name', () => {
  const sent = {
    order: { id: 'PED-1', total_amount: '12,50', articles: [{ id: 7, name: 'Anillo para Ana', price: 1250, quantity: 1 }] },
    customer: { first_name: 'Ana', phone: 612345678, email: 'ana@correo.test', gender: 2, vip: true, address: { street: 'Mayor 1' } },
    merchant: { notification_url: 'https://tienda.test/aviso?cliente=ana' },
    'ana@correo.test': 'x',
    nota: 'llamar a Ana',
  }
  const text = maskBody(JSON.stringify(sent), false) ?? ''
  expect(JSON.parse(text)).toEqual({
    order: { id: 'PED-1', total_amount: '12,50', articles: [{ id: 7, name: '•'.repeat(15), price: 1250, quantity: 1 }] },
    customer: {
      first_name: '•••',
      phone: '•••',
      email: '•'.repeat(15),
      gender: '•••',
      vip: '•••',
      address: { street: '•'.repeat(7) },
    },
    merchant: { notification_url: 'https://tienda.test/aviso?…' },
    ['•'.repeat(15)]: '•',
    nota: '•'.repeat(12),
  })
  expect(maskBody('amount=500&merchant_reference=R-1&phone=612', true)).toBe('{"amount":"500","merchant_reference":"R-1","phone":"•••"}')
  expect([maskBody('', false), maskBody('{"order": ', false), maskBody('hola', false)]).toEqual([null, null, null])
})

it('bounds what a body can store', () => {
  const many = JSON.stringify({ order: { articles: Array.from({ length: 1_000 }, (_, id) => ({ id, sku: 'S'.repeat(190) })) } })
  expect(maskBody(many, false)).toHaveLength(4_097)
  expect(maskBody(`${'['.repeat(2_000)}${']'.repeat(2_000)}`, false)?.length).toBeLessThan(30)
  expect(maskBody('{"amount":"\\u0000\\ud800"}', false)).not.toMatch(/[\u0000\ud800]/)
})

it('masks searches for people, unknown parameters and unknown addresses', () => {
  const declared = new Set(['page', 'q', 'status', 'customer-phone-number'])
  expect(maskUrl('/orders?page=2&status[]=ok&q=ana&customer-phone-number=612&nif=1', declared)).toBe(
    '/orders?page=2&status[]=ok&q=•••&customer-phone-number=•••&nif=•',
  )
  expect(maskUrl('/orders/PED-1/refund', declared)).toBe('/orders/PED-1/refund')
  expect(maskUrl('/orders/ana%40correo.test', declared)).toBe(`/orders/${'•'.repeat(17)}`)
  expect(maskUrl('/pedidos/612345678/devolver', null)).toBe(`/pedidos/${'•'.repeat(9)}/devolver`)
})
