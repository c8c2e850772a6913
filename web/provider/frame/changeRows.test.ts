import { expect, it } from 'vitest'
import { changeRows } from './changeRows.ts'

it('puts the values of two objects side by side by their place, those that differ first', () => {
  const before = { name: 'Ana', terms: { feeRate: 290, days: 7 }, roles: ['admin'] }
  const after = { name: 'Ana', terms: { feeRate: 250, days: 7 }, roles: ['admin', 'risk'] }
  expect(changeRows(before, after)).toEqual({
    changed: [
      { field: 'terms.feeRate', before: 290, after: 250 },
      { field: 'roles', before: ['admin'], after: ['admin', 'risk'] },
    ],
    same: [
      { field: 'name', before: 'Ana', after: 'Ana' },
      { field: 'terms.days', before: 7, after: 7 },
    ],
  })
})

it('shows what is new without an old value, and what is taken away without a new one', () => {
  expect(changeRows(null, { email: 'a@b.es' }).changed).toEqual([{ field: 'email', before: undefined, after: 'a@b.es' }])
  expect(changeRows({ email: 'a@b.es' }, null).changed).toEqual([{ field: 'email', before: 'a@b.es', after: undefined }])
})
