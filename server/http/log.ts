import type { House } from './call.ts'

const order = { error: 0, warn: 1, info: 2 }

/** Structured lines on standard output, one JSON object each, so that nothing in a value can forge a line. */
export function makeLog(level: keyof typeof order | 'silent'): House['log'] {
  return (severity, event, facts = {}) => {
    if (level === 'silent' || order[severity] > order[level]) return
    process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), severity, event, ...facts })}\n`)
  }
}
