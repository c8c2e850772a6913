import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long begins first, so that no worker is left alone with it at the end; known by name, for a clean clone remembers no times. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('.crash.test.') ? 0 : moduleId.includes('.slow.test.') ? 1 : 2)
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which returns a new list
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/db/testCluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A file finds the process as the one before it left it, warm: none may leave anything behind.
    isolate: false,
    // One more than the two processors that we count on: a test often waits for its database, or for the clock.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Processes that tests start keep what they compiled, as those of `npm start` do.
    env: { NODE_ENV: 'test', NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
  },
})
