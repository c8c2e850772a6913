import { spawn } from 'node:child_process'

export type ToolResult = { code: number; output: string; ms: number }

/**
 * Runs one of Node's tools and never leaves it running: a signal, or the end of the launcher, stops it first.
 * `show` passes its output through, otherwise it is collected. `cwd` is its working directory, ours by default.
 */
export async function runTool(
  script: string,
  args: readonly string[],
  { show = false, env = {}, cwd = process.cwd() }: { show?: boolean; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ToolResult> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    cwd,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const end = () => child.kill('SIGTERM')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code: code ?? 1, output, ms: Math.round(performance.now() - startedAt) }))
    })
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}
