import { z } from 'zod/mini'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint'
import { operationRefund } from '#contract/sales/operationVerbs'
import { pageNumber } from '#contract/platform/page'
import { parseBody, parseQuery } from './parse.ts'
import { Refusal } from '../calls/refusal.ts'

const shape: Endpoint = {
  name: 'operationRefund',
  method: 'POST',
  path: '/x',
  summary: '',
  policy: operationRefund.policy,
  answers: { 204: null },
  refusals: [],
  query: z.object({ page: pageNumber, searchAs: z.optional(z.enum(['name', 'mail'])) }),
  body: z.strictObject({
    amount: z.int().check(z.minimum(1), z.maximum(100)),
    merchantReference: z.optional(z.string()),
    lines: z.optional(z.array(z.strictObject({ taxRate: z.int() }))),
    email: z.optional(z.email()),
  }),
}
const refused = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal)
      return { type: error.type, fields: (error.fields as { name: string; code: string }[]).map(({ name, code }) => `${name} ${code}`) }
    throw error
  }
  return 'taken'
}
const body = (value: unknown) => refused(() => parseBody(shape, typeof value === 'string' ? value : JSON.stringify(value)))

describe('a body', () => {
  it('is converted from snake_case', () => {
    expect(parseBody(shape, '{"amount":5,"merchant_reference":"a_b","lines":[{"tax_rate":2100}]}')).toEqual({
      amount: 5,
      merchantReference: 'a_b',
      lines: [{ taxRate: 2100 }],
    })
  })

  it.each<[unknown, string[]]>([
    [{ amount: 5, status: 'settled' }, ['status unknown']],
    [{ amount: 5, merchant_id: 'x', captured: 1 }, ['merchant_id unknown', 'captured unknown']],
    [{ amount: 5, lines: [{ tax_rate: 1, price_paid: 2 }] }, ['lines.0.price_paid unknown']],
    ['{"amount":5,"__proto__":{"role":"owner"}}', ['__proto__ unknown']],
    ['{"amount":5,"constructor":{}}', ['constructor unknown']],
  ])('with an unknown field is UnknownField: %j', (value, fields) => {
    expect(body(value)).toEqual({ type: 'UnknownField', fields })
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  it.each<[unknown, string[]]>([
    [{}, ['amount required']],
    ['', ['amount required']],
    [{ amount: '5' }, ['amount type']],
    [{ amount: null }, ['amount type']],
    [{ amount: 0 }, ['amount too_small']],
    [{ amount: -1 }, ['amount too_small']],
    [{ amount: 101 }, ['amount too_big']],
    [{ amount: 5, email: 'x' }, ['email format']],
    [{ amount: 5, merchant_reference: 1 }, ['merchant_reference type']],
    ['{"amount":', [' format']],
    ['{"amount":NaN}', [' format']],
  ])('with a wrong value names the field: %j', (value, fields) => {
    expect(body(value)).toEqual({ type: 'ApiValidationException', fields })
  })

  it.each([1.5, 1e308, 2 ** 53])('refuses an amount that is not a safe integer: %d', (amount) => {
    expect(body({ amount })).toMatchObject({ type: 'ApiValidationException' })
  })

  it.each(['[]', '"text"', '5', 'null', 'true'])('must be an object: %s', (value) => {
    expect(body(value)).toMatchObject({ type: 'ApiValidationException' })
  })

  it('is refused where the call takes none', () => {
    const { body: _, ...plain } = shape
    expect(refused(() => parseBody(plain, '{"amount":1}'))).toMatchObject({ type: 'UnknownField' })
    expect(parseBody(plain, ' {} ')).toBeUndefined()
  })

  it('has its problems described in Spanish', () => {
    expect(() => parseBody(shape, '{}')).toThrow(
      expect.objectContaining({ fields: [{ name: 'amount', code: 'required', message: 'Falta este dato.' }] }) as Error,
    )
  })
})

describe('a query', () => {
  it('drops empty values, applies defaults and ignores unknown parameters', () => {
    expect(parseQuery(shape, { page: '', search_as: 'mail', sandbox: 'true' })).toEqual({ page: 1, searchAs: 'mail' })
    expect(parseQuery(shape, { page: '7', search_as: '' })).toEqual({ page: 7 })
  })

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: '1e99' },
    { page: 'NaN' },
    { page: ['1', '2'] },
    { search_as: 'other' },
  ])('refuses %j', (query) => {
    expect(refused(() => parseQuery(shape, query))).toMatchObject({ type: 'ApiValidationException' })
  })
})
