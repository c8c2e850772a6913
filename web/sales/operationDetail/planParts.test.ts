import { expect, test } from 'vitest'
import { planParts } from './planParts.ts'

test('a plan is what was paid, comes next and is left; what is overdue is left, what was cancelled or refunded is none of them', () => {
  const states = ['paid', 'refunded', 'overdue', 'pending', 'pending', 'cancelled'] as const
  const instalments = states.map((state, nth) => ({ number: nth + 1, state, amount: 10 ** nth }))
  expect(planParts(instalments, 4, 7)).toEqual({ paid: 8, coming: 1_000, left: 10_100 })
  expect(planParts(instalments, undefined, 0)).toEqual({ paid: 1, coming: 0, left: 11_100 })
})
