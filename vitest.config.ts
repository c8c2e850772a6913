import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,tools}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/db/testCluster.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    env: { NODE_ENV: 'test' },
  },
})
