import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '../../platform/dates.ts'
import { legalText } from './legalText.ts'
import { basisPoints, cents, formatPercent } from '../../platform/money.ts'
import { computePayLater, computePlan } from './plan.ts'

const terms = { orderCents: cents(60_000), numInstalments: 6, tin: basisPoints(1999), signedOn: localDate('2026-11-22') }
const usual = ['approval', 'withdrawal']

describe('legalText', () => {
  it('contains every figure of the plan as displayed', () => {
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
      usual: '19,99\u00a0%',
      count: 0,
    })
  })

  it('begins with the warning and omits what the plan does not have', () => {
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

  it('says what a campaign changes, and nothing about one that changes nothing', () => {
    const sentencesOf = (tin: number, waitingMonths: number) => {
      const { sentences, values } = legalText(computePlan({ ...terms, tin: basisPoints(tin), downpayment: 'none', waitingMonths }), {
        referenceTin: basisPoints(1999),
        waitingMonths,
      })
      return [sentences.filter((one) => one === 'campaign' || one === 'waiting'), values.tin, values.usual, values.count]
    }
    expect(sentencesOf(1999, 0)).toEqual([[], '19,99\u00a0%', '19,99\u00a0%', 0])
    expect(sentencesOf(0, 0)).toEqual([['campaign'], '0\u00a0%', '19,99\u00a0%', 0])
    expect(sentencesOf(999, 2)).toEqual([['campaign', 'waiting'], '9,99\u00a0%', '19,99\u00a0%', 2])
    expect(sentencesOf(1999, 1)).toEqual([['waiting'], '19,99\u00a0%', '19,99\u00a0%', 1])
  })

  it('of any campaign begins with the warning, has one example and the figures of its plan', () => {
    const plans = fc.record({
      orderCents: fc.integer({ min: 3_000, max: 300_000 }).map(cents),
      numInstalments: fc.integer({ min: 1, max: 36 }),
      tin: fc.integer({ min: 0, max: 1_999 }).map(basisPoints),
      waitingMonths: fc.integer({ min: 0, max: 3 }),
      downpayment: fc.constantFrom('none' as const, 'equal' as const),
    })
    fc.assert(
      fc.property(plans, (planTerms) => {
        const plan = computePlan({ ...planTerms, signedOn: terms.signedOn })
        const { sentences, values } = legalText(plan, { referenceTin: basisPoints(1999), waitingMonths: planTerms.waitingMonths })
        expect(sentences[0]).toBe('warning')
        expect(new Set(sentences).size).toBe(sentences.length)
        expect(sentences.filter((one) => one.startsWith('example'))).toHaveLength(1)
        expect([sentences.includes('campaign'), sentences.includes('waiting')]).toEqual([
          planTerms.tin < 1_999,
          planTerms.waitingMonths > 0,
        ])
        expect([values.tin, values.tae]).toEqual([formatPercent(plan.tin), formatPercent(plan.tae)])
        expect(sentences.includes('free')).toBe(plan.totalInterestCents === 0)
      }),
      { numRuns: 100 },
    )
  })
})
