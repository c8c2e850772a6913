import { afterAll, vi } from 'vitest'

// A worker runs one file of tests after another, in an order that depends on how quick each was: what one put in the place of globals, clocks and
// functions is gone when it ends.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
