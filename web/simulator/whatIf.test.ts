import { expect, it } from 'vitest'
import type { SimulatedPlan } from './planText.ts'
import { compared } from './whatIf.ts'

const plan = (numInstalments: number, netAmount: number, totalPrice: number) =>
  ({ product: 'instalments', numInstalments, totalPrice, merchant: { netAmount } }) as SimulatedPlan // only what is compared

it('puts the plan that leaves most first, and says how much less the others leave', () => {
  const plans = [plan(3, 58_000, 60_900), plan(6, 58_149, 61_800), plan(12, 58_149, 63_400), plan(24, 50_000, 70_000)]
  const found = compared(plans, ['instalments:12', 'instalments:3', 'instalments:6'])
  expect(found.map(({ plan: { numInstalments }, lessCents }) => [numInstalments, lessCents])).toEqual([
    [6, 0],
    [12, 0],
    [3, 149],
  ])
  expect(compared(plans, [])).toEqual([])
})
