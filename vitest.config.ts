import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes long begins first, so that no worker is left alone with it at the end; known by name, for a clean clone remembers no times.
 * `FILE_ORDER` gives another order, one for each value: whoever leaves something behind is found by those who come after.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { FILE_ORDER: order } = process.env
    const drawn = ({ moduleId }: TestSpecification) => createHash('sha256').update(`${order}${moduleId}`).digest('hex')
    if (order !== undefined) return files.toSorted((one, other) => (drawn(one) < drawn(other) ? -1 : 1))
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, which returns a new list
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\.(crash|slow|night)\.test\./.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** What all projects share. */
export const common = {
  // Nothing ends sooner for it: beside eight other programs a test may take ten times as long.
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 600_000 } },
  exclude: [
    ...configDefaults.exclude,
    // What takes long, of parts that seldom change, and whose parts have tests of their own.
    ...(process.env.NIGHTLY === undefined ? ['**/*.night.test.ts'] : []),
  ],
  pool: 'forks' as const,
  // Most objects die with their test: a larger young generation is collected less often. What a library deprecates is shown with its place.
  execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=16', '--trace-deprecation'],
  // A file finds the process as the one before it left it, warm: none may leave anything behind.
  isolate: false,
  // Processes that tests start keep what they compiled, as those of `npm start` do.
  env: { NODE_ENV: 'test', NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compile') },
}

/** Of the whole run: one worker more than the two processors that we count on, for a test often waits for its database, or for the clock. */
export const run = { maxWorkers: 3, sequence: { sequencer: LongestFirst } }
const plainSetup = { setupFiles: ['tools/propertySeed.ts', 'tools/leaveNothing.ts'] }
/** What tests that use the database need. With `WITHOUT_DATABASE`, as in `npm run check`, there is none to use. */
export const nodeSetup = {
  globalSetup: ['server/testing/testCluster.ts', 'tools/rows/prepareRowTypes.ts'],
  setupFiles: [...plainSetup.setupFiles, 'tools/plans/watchPlans.ts'],
}

export default defineConfig({
  test: {
    ...run,
    projects: [
      {
        test: {
          ...common,
          ...(process.env.WITHOUT_DATABASE === undefined ? nodeSetup : plainSetup),
          name: 'node',
          include: ['{domain,contract,server,tools}/**/*.test.ts'],
          // Node imports the sources itself, as in production: translating them costs a tenth of the run.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          ...plainSetup,
        },
      },
    ],
  },
})
