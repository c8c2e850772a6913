import { randomBytes } from 'node:crypto'
import { defineConfig, devices } from '@playwright/test'
import { freePort } from './bench/freePort.ts'
import { onePage } from './e2e/launch.ts'
import { nightly, nightlyOnly } from './e2e/nightly.ts'

// Read again by every worker, which inherits what the first reading chose.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_PAGES_PORT ??= String(await freePort())
process.env.E2E_SESSION_SECRET ??= randomBytes(24).toString('hex')

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  ...(!nightly && { grepInvert: new RegExp(nightlyOnly.tag) }),
  // Nothing ends sooner for it: a machine with other work may take ten times as long.
  timeout: 1_200_000,
  expect: { timeout: 45_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // A click on what never appears fails with its name, not with the whole journey; four times as patient as what is expected to be seen.
    actionTimeout: 180_000,
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    // What moves into its place is drawn by the processor, frame by frame: a quarter of what opening a dialog costs.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: onePage,
  },
})
