import { afterAll, expect } from 'vitest'
import { noteStatements } from './sentStatements.ts'

// Set up before each test file: the statements that the product sends during a test are planned for a large shop at the end of the file. A statement that
// would read more than a page or a batch, that does not bind one merchant, or whose rows are not what their type says, fails the file that sent it first.
const globals = globalThis as { notedStatements?: ReturnType<typeof noteStatements> }
const noted = (globals.notedStatements ??= noteStatements())

afterAll(async () => {
  const statements = noted.taken()
  if (statements.length === 0) return
  const { planNew } = await import('./planNew.ts')
  expect(await planNew(statements)).toEqual([])
  const { checkRows } = await import('../rows/checkRows.ts')
  expect(await checkRows(statements)).toEqual([])
})
