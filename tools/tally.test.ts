import { expect, test } from 'vitest'
import { playwrightTally, vitestTally } from './tally.ts'

const vitest = (changes: object) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
})
const playwright = (stats: object, errors: unknown[] = []) => ({
  stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
})

test('counts the tests that ran', () => {
  expect(vitestTally(vitest({ numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }), 1)).toEqual({ passed: 3, failed: 1, skipped: 3 })
  expect(playwrightTally(playwright({ unexpected: 1, skipped: 4 }), 1)).toEqual({ passed: 2, failed: 1, skipped: 4 })
})

test('a file that could not be loaded is a failure', () => {
  expect(vitestTally(vitest({ testResults: [{ status: 'failed', assertionResults: [] }] }), 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
  })
})

test('a run without a report, or an interrupted one, is a failure', () => {
  expect(vitestTally(null, 0).failed).toBe(1)
  expect(playwrightTally(null, 0).failed).toBe(1)
  expect(vitestTally(vitest({}), 1).failed).toBe(1)
  expect(playwrightTally(playwright({}, ['global setup failed']), 1).failed).toBe(1)
})

test('a test that passes only on retry is a failure', () => {
  expect(playwrightTally(playwright({ flaky: 1 }), 0).failed).toBe(1)
})
