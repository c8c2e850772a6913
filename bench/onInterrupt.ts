/** When this process is interrupted: does some work, and ends with 130. A group of processes and a launcher may both send a signal. */
export function onInterrupt(work: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void work().finally(() => process.exit(130)))
}
