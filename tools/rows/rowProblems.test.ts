import pg from 'pg'
import { expect, it } from 'vitest'
import { rowProblems } from './rowProblems.ts'

const { INT8, TEXT, TIMESTAMPTZ, JSONB } = pg.types.builtins
const text = 'select r.id, r.amount_cents, r.completed_at, r.data from refunds r'
const described = [
  { name: 'id', type: 2950, notNull: true },
  { name: 'amount_cents', type: INT8, notNull: true },
  { name: 'completed_at', type: TIMESTAMPTZ, notNull: false },
  { name: 'data', type: JSONB },
]
const declared = { id: ['string'], amount_cents: ['bigint'], completed_at: ['Date', 'null'], data: ['object'] } as const

it('a row type with the columns, types and nulls of the statement has no problem', () => {
  expect(rowProblems(declared, described, text)).toEqual([])
})

it.each([
  [{ ...declared, amount_cents: ['number'] }, '"amount_cents" is declared as number, but is bigint'],
  [{ ...declared, completed_at: ['Date'] }, '"completed_at" can be null, but is declared as Date'],
  [{ ...declared, reason: ['string'] }, '"reason" is declared, but not selected'],
  [{ id: ['string'], amount_cents: ['bigint'], data: ['any'] }, '"completed_at" is selected, but not declared'],
] as const)('another row type is a problem: %s', (wrong, problem) => {
  expect(rowProblems(wrong as Parameters<typeof rowProblems>[0], described, text)).toEqual([problem])
})

it('a column that may be undefined need not be selected, and all columns of a table need not be declared', () => {
  expect(rowProblems({ ...declared, reason: ['string', 'undefined'] }, described, text)).toEqual([])
  expect(rowProblems({ id: ['string'] }, [...described, { name: 'note', type: TEXT }], 'select r.* from refunds r')).toEqual([])
})
