import { defineConfig, devices } from '@playwright/test'
import { onePage } from '../../e2e/launch.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screens',
  // Sequential: later screens see what earlier ones wrote, in the same order each time.
  workers: 1,
  fullyParallel: false,
  reportSlowTests: null,
  timeout: 1_200_000,
  expect: { timeout: 45_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: onePage,
  },
})
