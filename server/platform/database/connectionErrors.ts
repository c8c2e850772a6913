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

/** The driver refused the statement: the connection was lost before it, and nothing was sent. */
export const isUnsent = (error: unknown): boolean => error instanceof Error && error.message.endsWith('not queryable')

/** Of a file, as of the certificate that an address names. */
export const isOfFile = (error: unknown): boolean => error instanceof Error && 'syscall' in error && error.syscall === 'open'

/**
 * Whether the connection was not made, or is lost: the same statement may succeed on another one. Only for what a statement or an attempt to connect was rejected
 * with: calls of other systems fail with the same codes.
 */
export const isConnectionError = (error: unknown): boolean =>
  (unreachable.has(codeOf(error)) && !isOfFile(error)) ||
  isDeadConnection(error) ||
  isUnsent(error) ||
  (error instanceof Error && /Connection terminated|^timeout expired$/.test(error.message))
