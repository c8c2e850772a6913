import { afterAll, vi } from 'vitest'

// A worker runs one test file after another, in an order that depends on their speed: stubs of globals, clocks and
// functions are removed after each file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
