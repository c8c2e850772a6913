import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPreferences, firstShown, widgetDefaults, widgetProblems } from './widgetPreferences.ts'
import { widgetViews } from './widgetViews.ts'

const plan = fc.record({
  numInstalments: fc.integer({ min: 1, max: 36 }),
  instalmentAmount: fc.integer({ min: 100, max: 90_000 }),
  free: fc.boolean(),
})

it('firstShown is the preferred plan, else a free one, else the one with the smallest instalment', () => {
  fc.assert(
    fc.property(fc.array(plan, { minLength: 1, maxLength: 8 }), fc.option(fc.integer({ min: 1, max: 36 })), (plans, preferred) => {
      const shown = plans[firstShown(plans, preferred) ?? -1]
      const asWanted = plans.filter((one) => one.numInstalments === preferred)
      const group = asWanted.length > 0 ? asWanted : plans
      const free = group.filter((one) => one.free)
      expect(shown?.instalmentAmount).toBe(Math.min(...(free.length > 0 ? free : group).map((one) => one.instalmentAmount)))
      expect(group).toContain(shown)
    }),
  )
  expect(firstShown([], 3)).toBeNull()
})

it('the default preferences can be published', () => {
  for (const view of widgetViews) expect(widgetProblems(widgetDefaults[view])).toEqual([])
})

it('widgetProblems reports unreadable buttons and unknown placeholders', () => {
  const wrong = { ...widgetDefaults.cart, btnTextColor: '#FFFFFF', btnBgColor: '#FFCC00', legalText: 'TAE { tae }, coste { cost }' }
  expect(widgetProblems(wrong).map(({ field, code, found }) => `${field} ${code} ${found}`)).toEqual([
    'btn_text_color contrast 1,5',
    'legal_text variable cost',
  ])
})

it('changedPreferences names what changed', () => {
  const { product } = widgetDefaults
  expect(changedPreferences(product, product)).toEqual([])
  expect(changedPreferences(product, { ...product, align: 'right', disabled: true })).toEqual(['disabled', 'align'])
})
