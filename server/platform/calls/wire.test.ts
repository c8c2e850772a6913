import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hexOf, toCamel, toSnake, uuidOf } from './wire.ts'

const camel = fc.stringMatching(/^[a-z]{1,6}([A-Z][a-z0-9]{0,5}){0,3}$/)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(camel, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any

it('converts to the wire and back without loss, changing only keys', () => {
  fc.assert(
    fc.property(value, (fields) => {
      expect(JSON.stringify(toCamel(JSON.parse(JSON.stringify(toSnake(fields)))))).toBe(JSON.stringify(fields))
    }),
    { numRuns: 500 },
  )
})

it('spells keys in snake_case', () => {
  expect(toSnake({ newPassword1: 'x', preferedMerchantUuid: 'aB', nested: [{ tinBps: 1 }] })).toEqual({
    new_password1: 'x',
    prefered_merchant_uuid: 'aB',
    nested: [{ tin_bps: 1 }],
  })
  expect(toCamel({ new_password1: 'a_b' })).toEqual({ newPassword1: 'a_b' })
})

it('never sets a prototype', () => {
  const read = toCamel(JSON.parse('{"__proto__":{"role":"owner"},"constructor":{"x":1}}')) as object
  expect(Object.getPrototypeOf(read)).toBeNull()
  expect(({} as { role?: string }).role).toBeUndefined()
})

it('converts ids to 32 hexadecimal characters and back', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(uuidOf(hexOf(uuid))).toBe(uuid)
    }),
  )
})

it.each([
  'undefined',
  'null',
  '',
  'A'.repeat(32),
  'g'.repeat(32),
  'a'.repeat(31),
  'a'.repeat(33),
  '01900000-0000-7000-8000-0000000000a1',
  '%2e%2e',
  ' '.repeat(32),
])('finds no uuid in "%s"', (text) => {
  expect(uuidOf(text)).toBeUndefined()
})
