import { afterAll, expect } from 'vitest'
import { noteStatements } from './sentStatements.ts'

// Set up before each test file: whatever the product sends to its database in a test is planned for a large shop when the file has ended. A statement that
// would look at more than a page or a batch fails the file that sent it first.
const kept = globalThis as { notedStatements?: ReturnType<typeof noteStatements> }
const noted = (kept.notedStatements ??= noteStatements())

afterAll(async () => {
  const statements = noted.taken()
  if (statements.length === 0) return
  const { planNew } = await import('./planNew.ts')
  expect(await planNew(statements)).toEqual([])
}, 60_000)
