import { pino } from 'pino'
import { errorFacts } from './errorFacts.ts'

type Severity = 'error' | 'warn' | 'info'
/** One structured line. `facts` never hold personal data; of `error` only what cannot is written (`errorFacts.ts`). */
export type Log = (severity: Severity, event: string, facts?: Record<string, string | number | boolean>, error?: unknown) => void

/** Structured lines on standard output, one JSON object each: nothing in a value can forge a line, and nothing of an error carries a person's value. */
export function makeLog(level: Severity | 'silent'): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (severity) => ({ severity }) },
    },
    process.stdout,
  )
  return (severity, event, facts = {}, error) =>
    logger[severity]({ event, ...facts, ...(error === undefined ? {} : { error: errorFacts(error) }) })
}
