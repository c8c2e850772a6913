import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectPaths } from './projectPaths.ts'
import { quickTests, readIn } from './quickTests.ts'

const files: Readonly<Record<string, string>> = {
  'domain/money/sum.test.ts': `import { sum } from './sum.ts'`,
  'domain/money/sum.slow.test.ts': `import { sum } from './sum.ts'`,
  'web/sales/list.test.tsx': `import { sum } from '#domain/money/sum'`,
  'server/sales/refund/refund.test.ts': `import { expect } from 'vitest'\nimport { start } from '../../testing/start.ts'`,
  'server/sales/refund/refund.crash.test.ts': `import { start } from '../../testing/start.ts'`,
  'server/sales/capture/capture.test.ts': `const { start } = await import('../../testing/start.ts')`,
  'server/sales/capture/plan.test.ts': `import { sum } from '#domain/money/sum'`,
  'server/testing/start.ts': `import { testDatabase } from './testDatabase.ts'`,
}
const chosen = (...changed: string[]) => quickTests(Object.keys(files), changed, (path) => files[path] ?? '')

it('the tests of a commit are the quick ones without a database, and those with one beside a changed file', () => {
  const alone = ['domain/money/sum.test.ts', 'web/sales/list.test.tsx', 'server/sales/capture/plan.test.ts']
  expect(chosen()).toEqual({ alone, besideChanges: [] })
  expect(chosen('server/sales/refund/refund.ts', 'README.md')).toEqual({ alone, besideChanges: ['server/sales/refund/refund.test.ts'] })
})

it('of the project they are most files of tests', () => {
  const root = join(import.meta.dirname, '..')
  const paths = projectPaths(root)
  const { alone, besideChanges } = quickTests(paths, paths, readIn(root))
  expect(alone.length).toBeGreaterThan(300)
  expect(besideChanges.length).toBeGreaterThan(100)
})
