import { describe, expect, it } from 'vitest'
import { localDate } from './dates.ts'
import { legalText } from './legalText.ts'
import { basisPoints, cents } from './money.ts'
import { computePayLater, computePlan } from './plan.ts'

const terms = { orderCents: cents(60_000), numInstalments: 6, tin: basisPoints(1999), signedOn: localDate('2026-11-22') }
const usual = ['approval', 'withdrawal']

describe('legalText', () => {
  it('says every figure of the plan as it is shown', () => {
    expect(legalText(computePlan({ ...terms, downpayment: 'equal', openingFeeRate: basisPoints(200) })).values).toEqual({
      tin: '19,99\u00a0%',
      tae: '30,83\u00a0%',
      principal_amount: '509,98\u00a0€',
      instalments_amount: '90,02\u00a0€',
      last_amount: '90,04\u00a0€',
      num_instalments: '6',
      downpayment_amount: '90,02\u00a0€',
      tax: '10,20\u00a0€',
      interest_amount: '30,16\u00a0€',
      total_due: '550,34\u00a0€',
      total_amount: '640,36\u00a0€',
      first_due_on: '22.12.2026',
      last_due_on: '22.05.2027',
    })
  })

  it('begins with the warning and leaves out what the plan does not have', () => {
    expect(legalText(computePlan({ ...terms, downpayment: 'none' })).sentences).toEqual(['warning', 'example', ...usual])
    expect(legalText(computePlan({ ...terms, downpayment: 'equal', openingFeeRate: basisPoints(200) })).sentences).toEqual([
      'warning',
      'example',
      'lastDiffers',
      'downpayment',
      'fee',
      ...usual,
    ])
    expect(legalText(computePlan({ ...terms, tin: basisPoints(0), downpayment: 'none' })).sentences).toEqual([
      'warning',
      'example',
      'free',
      ...usual,
    ])
    expect(legalText(computePayLater({ orderCents: cents(5_000), capturedOn: localDate('2026-11-22') })).sentences).toEqual([
      'warning',
      'examplePayLater',
      'free',
      ...usual,
    ])
  })
})
