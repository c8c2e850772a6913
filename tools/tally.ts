export type Tally = { passed: number; failed: number; skipped: number }

export const none: Tally = { passed: 0, failed: 0, skipped: 0 }

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed, skipped: all.skipped + one.skipped }),
    none,
  )

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors: unknown[] }

/** A run that failed without a failed test (a crash, an error outside any test) counts as one failure. */
const honest = (tally: Tally, exitCode: number): Tally => (exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally)

/** Adds up vitest's JSON report; a file that could not be loaded counts as a failure. */
export function vitestTally(report: unknown, exitCode: number): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as VitestReport
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length
  return honest({ passed: numPassedTests, failed: numFailedTests + brokenFiles, skipped: numPendingTests + numTodoTests }, exitCode)
}

/** Adds up Playwright's JSON report; a test that passed only on retry is a failure. */
export function playwrightTally(report: unknown, exitCode: number): Tally {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 }
  const { stats, errors } = report as PlaywrightReport
  return honest({ passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }, exitCode)
}
