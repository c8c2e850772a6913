import { afterEach, beforeEach } from 'vitest'

// Set up before each test file of a copy with a planted defect: one failed test shows the defect, so the others are skipped.
const kept = globalThis as { isDefectShown?: true }

beforeEach(({ skip }) => skip(kept.isDefectShown === true))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') kept.isDefectShown = true
})
