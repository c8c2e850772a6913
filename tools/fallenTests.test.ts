import { expect, it } from 'vitest'
import { failedJourneyTitles, fallenTests, failedTestTitles, within, without } from './fallenTests.ts'

const file = (message: string, ...tests: [name: string, status: string, ...said: string[]][]) => ({
  name: '/copy/some.test.ts',
  message,
  assertionResults: tests.map(([fullName, status, ...failureMessages]) => ({ fullName, status, failureMessages })),
})

it('tells a test that timed out from one that failed an assertion, in one folder', () => {
  const report = {
    testResults: [
      file(
        '',
        ['holds', 'passed'],
        ['waits', 'failed', 'Error: Test timed out in 30000ms.\nIf this is …'],
        ['sees', 'failed', 'AssertionError: expected 3'],
      ),
      file('', ['both', 'failed', 'Error: Test timed out in 5000ms.', 'AssertionError: expected 3']),
      file('Error: Hook timed out in 60000ms.\n at …'),
      file('SyntaxError: Unexpected token in /copy/some.ts'),
      { ...file('Error: elsewhere'), name: '/copy2/some.test.ts' },
    ],
  }
  expect(fallenTests(report, '/copy')).toEqual([
    { name: 'waits', late: true },
    { name: 'sees', late: false },
    { name: 'both', late: false },
    { name: 'Error: Hook timed out in 60000ms.', late: true },
    { name: 'SyntaxError: Unexpected token in /some.ts', late: false },
  ])
})

it('leaves out tests that fail anyway', () => {
  const [one, two] = [
    { name: 'one', late: false },
    { name: 'two', late: true },
  ]
  expect(without([one, two], [two])).toEqual([one])
  expect(within([one, two], [{ name: 'two', late: false }])).toEqual([two])
})

it('prints at the end where each test failed and its error, without colours', () => {
  const report = {
    testResults: [file('', ['holds', 'passed'], ['sees', 'failed', '\u001B[31mexpected 3\u001B[39m\nat line 1']), file('no such module')],
  }
  expect(failedTestTitles(report)).toEqual([
    '/copy/some.test.ts › sees\n    expected 3\n    at line 1',
    '/copy/some.test.ts › the file as a whole\n    no such module',
  ])
  const spec = (title: string, ok: boolean, ...messages: string[]) => ({
    title,
    ok,
    file: 'some.e2e.ts',
    line: 7,
    tests: [{ results: [{ errors: messages.map((message) => ({ message })) }] }],
  })
  const journeys = { suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('pays', false, 'nobody paid')] }] }] }
  expect(failedJourneyTitles(journeys)).toEqual(['some.e2e.ts:7 › pays\n    nobody paid'])
  expect([...failedTestTitles(null), ...failedJourneyTitles(null)]).toEqual([])
})
