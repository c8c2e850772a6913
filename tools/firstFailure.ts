import { afterEach, beforeEach } from 'vitest'

// Set up before each test file of a copy with a planted defect: one failed test shows the defect, so the others are skipped.
const globals = globalThis as { isDefectShown?: true }

beforeEach(({ skip }) => skip(globals.isDefectShown === true))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') globals.isDefectShown = true
})
