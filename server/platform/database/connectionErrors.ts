/** Of the system, of name resolution, and of PostgreSQL: no connection was made, or it is lost. */
const unreachable = new Set([
  // The queue of a Unix socket is full: PostgreSQL accepts again in a moment.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // The name is not known, or not yet: a container is being started, an address moves.
  'EAI_AGAIN',
  'ENOTFOUND',
  '57P01',
  '57P02',
  // It is starting, recovering or stopping.
  '57P03',
  '08006',
  '08001',
  '08003',
  '53300',
])

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The statement timeout is shorter: a connection without even that answer is dead, although it was not closed. */
export const isDeadConnection = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** Whether the connection was not made, or is lost: the same statement may succeed on another one. */
export const isConnectionError = (error: unknown): boolean =>
  unreachable.has(codeOf(error)) ||
  isDeadConnection(error) ||
  (error instanceof Error && /Connection terminated|not queryable|^timeout expired$/.test(error.message))
