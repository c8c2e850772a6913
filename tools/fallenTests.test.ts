import { expect, it } from 'vitest'
import { fallenTests, within, without } from './fallenTests.ts'

const file = (message: string, ...tests: [name: string, status: string, ...said: string[]][]) => ({
  name: 'some.test.ts',
  message,
  assertionResults: tests.map(([fullName, status, ...failureMessages]) => ({ fullName, status, failureMessages })),
})

it('tells a test that fell by a limit of time from one that saw something wrong', () => {
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
      file('SyntaxError: Unexpected token'),
    ],
  }
  expect(fallenTests(report)).toEqual([
    { name: 'waits', late: true },
    { name: 'sees', late: false },
    { name: 'both', late: false },
    { name: 'Error: Hook timed out in 60000ms.', late: true },
    { name: 'SyntaxError: Unexpected token', late: false },
  ])
})

it('leaves out what falls anyhow', () => {
  const [one, two] = [
    { name: 'one', late: false },
    { name: 'two', late: true },
  ]
  expect(without([one, two], [two])).toEqual([one])
  expect(within([one, two], [{ name: 'two', late: false }])).toEqual([two])
})
