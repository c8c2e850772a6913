import { freemem } from 'node:os'
import { runTool, type ToolResult } from './runTool.ts'

/** The compiler lives for half a minute: it tidies its memory only above 4 GiB or half of what is free, which takes a quarter less of the processor. */
const compilerMemory = { GOGC: 'off', GOMEMLIMIT: `${Math.min(4_096, Math.ceil(freemem() / 2 ** 21))}MiB` }

/** Checks that do not run the product: `npm run check` and `npm test` both start with these. */
export const staticChecks: Readonly<Record<string, () => Promise<ToolResult>>> = {
  // Each further checker of a project works out again what the first one knows: with the other checks beside it, two processors are used either way.
  types: () => runTool('node_modules/typescript/bin/tsc', ['-b', '--checkers', '1'], { env: compilerMemory }),
  lint: () => runTool('node_modules/oxlint/bin/oxlint', []),
  format: () => runTool('node_modules/oxfmt/bin/oxfmt', ['--check']),
  project: () => runTool('tools/projectCheck.ts', []),
}

export type CheckResult = ToolResult & { name: string }

/** Runs the checks in parallel and prints a line for each, with the output of failed ones. */
export function runChecks(checks: Readonly<Record<string, () => Promise<ToolResult>>>): Promise<CheckResult[]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const result = await check()
      console.log(`${result.code === 0 ? 'ok  ' : 'FAIL'} ${name} (${(result.ms / 1000).toFixed(1)} s)`)
      if (result.code !== 0) console.log(result.output.trimEnd())
      return { ...result, name }
    }),
  )
}
