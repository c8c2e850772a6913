import { pino } from 'pino'
import { errorFacts } from './errorFacts.ts'
import { traceFacts } from '../tracing/spans.ts'

type Severity = 'error' | 'warn' | 'info'
/** Writes one structured line. `facts` must not contain personal data; of `error` only safe facts are written (`errorFacts.ts`). */
export type Log = (severity: Severity, event: string, facts?: Record<string, string | number | boolean>, error?: unknown) => void

/** Structured logging to standard output, one JSON object per line, so that no value can forge a line. */
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
    logger[severity]({ event, ...facts, ...traceFacts(), ...(error === undefined ? {} : { error: errorFacts(error) }) })
}
