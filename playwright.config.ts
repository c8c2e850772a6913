import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { defineConfig, devices } from '@playwright/test'
import { onePage } from './e2e/launch.ts'

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return String(port)
}

// Read again by every worker, which inherits what the first reading chose.
process.env.E2E_PORT ??= await freePort()
process.env.E2E_SESSION_SECRET ??= randomBytes(24).toString('hex')

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: onePage,
  },
})
