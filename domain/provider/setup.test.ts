import { expect, it } from 'vitest'
import { isSetUp } from './setup.ts'

it('an installation is set up when everything is done; simulators may stay outside production', () => {
  expect(isSetUp(['done', 'done'], true)).toBe(true)
  expect([isSetUp(['done', 'simulated'], true), isSetUp(['done', 'simulated'], false)]).toEqual([false, true])
  for (const state of ['missing', 'untested'] as const) expect(isSetUp(['done', state], false)).toBe(false)
})
