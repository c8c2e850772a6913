import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/db/testCluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A file finds the process as the one before it left it, warm: none may leave anything behind.
    isolate: false,
    maxWorkers: 2,
    env: { NODE_ENV: 'test' },
  },
})
