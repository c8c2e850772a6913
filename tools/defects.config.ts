import { configDefaults, defineConfig } from 'vitest/config'
import { common, nodeSetup, run } from '../vitest.config.ts'

/** Tests of a copy of the project; `root` is its folder. */
export type Plot = { root: string; tests: readonly string[] }

const plots = JSON.parse(process.env.DEFECT_PLOTS ?? '[]') as Plot[] // of defects.ts
const first = plots[0]?.root ?? ''
/** A test that waits for what its defect prevents holds a worker; one that timed out is tried by itself, with the usual time. */
const impatient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 120_000 } } }

/**
 * One run over several copies of the project, each with workers of its own, so that none sees what another holds. They share the database server of the
 * first copy; its tests run before all others and fill the databases that later ones are copied from.
 */
export default defineConfig({
  test: {
    ...run,
    globalSetup: nodeSetup.globalSetup,
    projects: plots.map(({ root, tests }, nth) => ({
      test: {
        ...common,
        ...(plots.length > 1 ? impatient : {}),
        name: String(nth),
        root,
        // Node reads the files itself, as when it runs the product, but for the pages': translating each copy anew costs more than most tests.
        experimental: { viteModuleRunner: plots.length === 1 || tests.some((test) => test.startsWith('web/')) },
        fsModuleCache: false,
        include: [...tests],
        exclude: configDefaults.exclude,
        maxWorkers: run.maxWorkers,
        setupFiles: [...(root === first ? [] : ['tools/firstFailure.ts']), ...nodeSetup.setupFiles],
        env: { ...common.env, ...(tests.some((test) => test.includes('.night.')) ? { NIGHTLY: '1' } : {}) },
        sequence: { groupOrder: root === first ? 0 : 1 },
      },
    })),
  },
})
