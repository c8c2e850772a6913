import { runTool, type ToolResult } from './runTool.ts'

/** What is checked without running the product: `npm run check` and `npm test` both begin with these. */
export const staticChecks: Readonly<Record<string, () => Promise<ToolResult>>> = {
  types: () => runTool('node_modules/typescript/bin/tsc', ['-b']),
  lint: () => runTool('node_modules/oxlint/bin/oxlint', []),
  format: () => runTool('node_modules/oxfmt/bin/oxfmt', ['--check']),
  project: () => runTool('tools/projectCheck.ts', []),
}

export type CheckResult = ToolResult & { name: string }

/** Runs the checks side by side and prints a line for each, with what a failed one said. */
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
