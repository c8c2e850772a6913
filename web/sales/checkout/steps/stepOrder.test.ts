import { describe, expect, it } from 'vitest'
import type { Checkout } from '#contract/sales/checkout'
import { chosenPlan, isReachable, neighbour, progressOf, type Step } from './stepOrder.ts'

const person = { firstName: 'A', lastName: 'B', documentId: '12345678Z', birthday: null, email: 'a@b.es', phone: '', address: null }
const known = { customer: person, card: { brand: 'visa', last4: '1111' } }

/** A sale with the properties that decide which steps are reachable. */
const sale = (step: Step, more: Partial<Checkout> = {}) =>
  ({ status: 'open', step, customer: null, card: null, plans: [], chosen: null, ...more }) as Partial<Checkout> as Checkout // only these parts are read
const all: readonly Step[] = ['plan', 'consent', 'code', 'identity', 'challenge', 'bank', 'card', 'summary', 'outcome']
const reachable = (view: Checkout) => all.filter((step) => isReachable(step, view))

describe('steps of the checkout', () => {
  it('completed steps stay reachable, except those with nothing to show', () => {
    expect(reachable(sale('plan'))).toEqual(['plan'])
    expect(reachable(sale('code'))).toEqual(['plan', 'consent', 'code'])
    expect(reachable(sale('challenge', { customer: person }))).toEqual(['plan', 'consent', 'identity', 'challenge'])
    expect(reachable(sale('summary', known))).toEqual(['plan', 'consent', 'identity', 'card', 'summary'])
  })

  it('a browser that has not entered the code cannot reach personal data through its history', () => {
    expect(reachable(sale('consent'))).toEqual(['plan', 'consent'])
    expect(reachable(sale('card'))).not.toContain('identity')
  })

  it('only the outcome is reachable once the sale has ended', () => {
    expect(reachable(sale('outcome', { status: 'expired', ...known }))).toEqual(['outcome'])
  })

  it('the neighbour of a step is the nearest reachable step', () => {
    const view = sale('summary', known)
    expect(neighbour('consent', view, 'after')).toBe('identity')
    expect(neighbour('identity', view, 'after')).toBe('card')
    expect(neighbour('summary', view, 'before')).toBe('card')
    expect(neighbour('plan', view, 'before')).toBeNull()
  })

  it('progress has five stages; extra checks count as part of their stage', () => {
    expect(all.slice(0, 8).map((step) => progressOf(step).at)).toEqual([1, 2, 2, 3, 3, 3, 4, 5])
    expect(progressOf('plan').total).toBe(5)
  })

  it('finds the chosen plan among plans with the same number of instalments', () => {
    const plans = [
      { product: 'instalments', numInstalments: 3 },
      { product: 'pay_in_4', numInstalments: 3 },
    ] as Checkout['plans']
    expect(chosenPlan({ plans, chosen: { product: 'pay_in_4', numInstalments: 3 } })).toBe(plans[1])
    expect(chosenPlan({ plans, chosen: null })).toBeNull()
  })
})
