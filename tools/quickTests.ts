import { runTool, type ToolResult } from './runTool.ts'

/** Vitest for the tests that end at once: no crash, slow or night tests. */
export const quickTests = (...args: readonly string[]): Promise<ToolResult> =>
  runTool('node_modules/vitest/vitest.mjs', args, { env: { QUICK: '1', NIGHTLY: undefined } })
