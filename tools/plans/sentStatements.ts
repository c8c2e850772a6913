import pg from 'pg'

/** A column of a statement's result as PostgreSQL describes it: type, and table and position if it is a table's column, else 0. */
export type ResultColumn = { name: string; dataTypeID: number; tableID: number; columnID: number }
/** A statement of the product, the file that sent it, relative to the project's folder, the line, and the columns of its result once it was answered. */
export type SentStatement = { text: string; file: string; line?: number; columns?: readonly ResultColumn[] }

/** The files of the database client and of its traces, which pass statements on and are not their senders. */
const plumbing = /server\/platform\/(database\/(database|copyOut|sql|semaphore)|tracing\/\w+)\.ts/
const ofTests = /\.test\.ts|\/test[A-Z]\w*\.ts|\/crash[A-Z]\w*\.ts/
const application = 'trastienda'

/** The first server file on the call stack that is not part of the database client. */
function senderOf(stack: string): { file: string; line: number } | undefined {
  const frame = stack.split('\n').find((one) => /\/server\//.test(one) && !plumbing.test(one))
  const [, file, line] = /\/(server\/.+?\.ts):(\d+)/.exec(frame ?? '') ?? []
  return file === undefined ? undefined : { file, line: Number(line) }
}

/** Values inlined in a statement's text, as for COPY, differ in each run. */
export const shapeOf = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "'…'")

/**
 * Records each distinct statement that the application's pools of this process send from now on, once, with its sender. Statements of tests themselves
 * are ignored, and so are those planned for their actual values, for which a generic plan says nothing.
 */
export function noteStatements(): { taken(): SentStatement[] } {
  const seen = new Set<string>()
  const byValue = new WeakMap<pg.Client, boolean>()
  let noted: SentStatement[] = []
  const send = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown
  const note = (client: pg.Client, given: unknown): SentStatement | undefined => {
    const { text = '', values = [] } = typeof given === 'string' ? { text: given } : (given as { text?: string; values?: unknown[] })
    if (text.includes("set_config('plan_cache_mode'")) {
      byValue.set(client, values[0] === 'force_custom_plan')
      return undefined
    }
    if (byValue.get(client) || seen.has(text)) return undefined
    seen.add(text)
    const shape = shapeOf(text)
    if (shape !== text && seen.has(shape)) return undefined
    seen.add(shape)
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 30
    const sender = senderOf(new Error('sent here').stack ?? '')
    Error.stackTraceLimit = depth
    if (!sender || ofTests.test(sender.file)) return undefined
    const statement: SentStatement = { text, ...sender }
    noted.push(statement)
    return statement
  }
  pg.Client.prototype.query = function query(
    this: pg.Client & { connectionParameters?: { application_name?: string } },
    ...given: unknown[]
  ) {
    const noted = this.connectionParameters?.application_name === application ? note(this, given[0]) : undefined
    const answer = send.apply(this, given)
    if (noted && answer instanceof Promise)
      answer.then(
        ({ fields }: pg.QueryResult) => (noted.columns = fields),
        () => {},
      )
    return answer
  } as typeof pg.Client.prototype.query
  return {
    taken() {
      const all = noted
      noted = []
      return all
    },
  }
}
