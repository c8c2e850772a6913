import { fileURLToPath } from 'node:url'

/** Facts about an error for the log: its origin and kind, never user input. */
type ErrorFacts = {
  name: string
  /** SQLSTATE of PostgreSQL, or the code of Node and of libraries (`ECONNREFUSED`). */
  code?: string
  /** Only where it cannot contain personal data: our own errors and PostgreSQL's errors about itself. */
  message?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
  syscall?: string
  command?: string
  responseCode?: number
  /** Stack frames without the message; paths relative to the project. */
  stack?: string[]
  causes?: ErrorFacts[]
}

/** The folder of the project, as stack frames of modules and of the test runner name it. */
const root = new URL('../../../', import.meta.url)
const rootNames = [root.href, fileURLToPath(root)]
const maxFrames = 12
const maxCauses = 3

/** SQLSTATE classes of connections, syntax and access rules, resources, operator intervention and internal errors: their messages contain no row values. */
const messageIsSafe = /^(08|42|53|57|XX)/
const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)

/** Only the frames: the stack also contains the message, and one of its lines may look like a frame. */
function framesOf({ stack = '', name, message }: Error): string[] {
  const head = stack.indexOf(message)
  const body = stack.slice(head < 0 ? name.length : head + message.length)
  const frames = body.match(/^ {4}at .+$/gm) ?? []
  return frames.slice(0, maxFrames).map((frame) => rootNames.reduce((text, name) => text.replaceAll(name, ''), frame.slice(7)))
}

/** Whether our own code threw it: our messages contain only ids and names; libraries' messages may quote their input. */
function isOurs(error: Error, frames: readonly string[]): boolean {
  const [first = ''] = frames
  const own = /^(?:.+ \()?(?:server|domain|contract|tools)\//.test(first)
  return own && !('code' in error) && Object.getPrototypeOf(error) !== SyntaxError.prototype
}

function messageOf(error: Error & { code?: unknown }, frames: readonly string[]): string | undefined {
  const known = isSqlState(error.code) ? messageIsSafe.test(error.code) : isOurs(error, frames)
  return known ? error.message.slice(0, 500) : undefined
}

const textFields = ['schema', 'table', 'column', 'constraint', 'syscall', 'command'] as const

/** Loggable facts of anything thrown, with its causes. PostgreSQL's `detail`, `where` and `hint` quote rows and are omitted. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: `not an error: ${error === null ? 'null' : typeof error}` }
  const fields = error as Error & Record<string, unknown>
  const facts: ErrorFacts = { name: error.name }
  if (typeof fields.code === 'string' || typeof fields.code === 'number') facts.code = String(fields.code)
  const frames = framesOf(error)
  const message = messageOf(fields, frames)
  if (message !== undefined) facts.message = message
  for (const field of textFields) if (typeof fields[field] === 'string') facts[field] = fields[field]
  if (typeof fields.responseCode === 'number') facts.responseCode = fields.responseCode
  if (frames.length > 0) facts.stack = frames
  const causes = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause]
  if (causes.length > 0 && depth < maxCauses)
    facts.causes = causes.slice(0, maxCauses).map((cause: unknown) => errorFacts(cause, depth + 1))
  return facts
}
