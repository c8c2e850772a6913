import { describe, expect, it } from 'vitest'
import { alertNames, lacksPromtool, whyNotFiring } from './alerts/promtool.ts'
import { provocations } from './alerts/provocations.ts'

// Each alert of deploy/prometheus-alerts.yml is provoked in a running product; what a Prometheus would have read there before and afterwards is given to Prometheus's
// own test of rules, which may not find it firing before, and must find it firing then.

it('every alert has its provocation, and each provocation its alert', () => {
  expect(Object.keys(provocations).toSorted()).toEqual(alertNames().toSorted())
})

const lacking = lacksPromtool()
describe.skipIf(lacking !== null)(`alerts provoked in a running product${lacking === null ? '' : ` (not run: ${lacking})`}`, () => {
  it.each(Object.entries(provocations))('%s fires', async (alert, provoke) => {
    expect(whyNotFiring(alert, await provoke())).toBeNull()
  })
})
