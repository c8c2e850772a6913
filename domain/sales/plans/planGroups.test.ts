import { expect, it } from 'vitest'
import { isFreePlan, planGroups } from './planGroups.ts'

const plan = (numInstalments: number, totalInterest: number, openingFeeAmount = 0) => ({ numInstalments, totalInterest, openingFeeAmount })

it('plans that cost nothing come first, the shorter before the longer; a fee is a cost', () => {
  const [six, three, fee, four, once] = [plan(6, 886), plan(3, 503), plan(2, 0, 100), plan(4, 0), plan(1, 0)]
  expect(planGroups([six, three, fee, four, once])).toEqual([
    { isFree: true, plans: [once, four] },
    { isFree: false, plans: [fee, three, six] },
  ])
  expect(planGroups([six])).toEqual([{ isFree: false, plans: [six] }])
  expect([isFreePlan(fee), isFreePlan(four)]).toEqual([false, true])
})
