import { expect, it } from 'vitest'
import { withoutCustomer } from './eraseFromReplies.ts'

const note = '0123456789abcdef0123456789abcdef'
const words = ['zenobia@quintanar.test', 'Zenobia', 'Quintanar']
const without = (answer: unknown) => JSON.parse(withoutCustomer(JSON.stringify(answer), words)) as unknown

it("withoutCustomer empties the customer's data and texts about them, and keeps shape, ids, amounts and states", () => {
  expect(
    without({
      id: 'a1',
      remaining_amount: 100,
      operation: { customer: { firstName: 'Otra', phone: null, birthday: '1980-02-03' }, status: 'accepted', mid: 'P-1' },
      refund: { comment: 'Lo pide por su hermana', reason: 'other', amount: 5 },
      notes: [{ id: note, text: 'Llamó ayer', created: '2026-11-22T12:00:00.000Z' }],
      billing_address: { city: 'Soria' },
      told: 'De ZENOBIA',
    }),
  ).toEqual({
    id: 'a1',
    remaining_amount: 100,
    operation: { customer: { firstName: '', phone: null, birthday: '' }, status: 'accepted', mid: 'P-1' },
    refund: { comment: '', reason: 'other', amount: 5 },
    notes: [{ id: note, text: '', created: '2026-11-22T12:00:00.000Z' }],
    billing_address: { city: '' },
    told: '',
  })
})

it('withoutCustomer leaves a body that is no JSON unchanged', () => expect(withoutCustomer('c2VhbGVk', words)).toBe('c2VhbGVk'))
