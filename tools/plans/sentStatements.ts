import pg from 'pg'

/** A statement of the product and the file that sent it, relative to the project's folder. */
export type SentStatement = { text: string; file: string }

/** The database client's own files, which pass statements on and are not their senders. */
const plumbing = /server\/platform\/database\/(database|copyOut|sql|turns)\.ts/
const ofTests = /\.test\.ts|\/test[A-Z]\w*\.ts|\/crash[A-Z]\w*\.ts/
const application = 'trastienda'

/** The first server file on the call stack that is not part of the database client. */
function senderOf(stack: string): string | undefined {
  const line = stack.split('\n').find((one) => /\/server\//.test(one) && !plumbing.test(one))
  return /(server\/.+?\.ts)/.exec(line ?? '')?.[1]
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
  const note = (client: pg.Client, given: unknown): void => {
    const { text = '', values = [] } = typeof given === 'string' ? { text: given } : (given as { text?: string; values?: unknown[] })
    if (text.includes("set_config('plan_cache_mode'")) byValue.set(client, values[0] === 'force_custom_plan')
    if (byValue.get(client) || seen.has(text)) return
    seen.add(text)
    const shape = shapeOf(text)
    if (shape !== text && seen.has(shape)) return
    seen.add(shape)
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 30
    const file = senderOf(new Error('sent here').stack ?? '')
    Error.stackTraceLimit = depth
    if (file !== undefined && !ofTests.test(file)) noted.push({ text, file })
  }
  pg.Client.prototype.query = function query(
    this: pg.Client & { connectionParameters?: { application_name?: string } },
    ...given: unknown[]
  ) {
    if (this.connectionParameters?.application_name === application) note(this, given[0])
    return send.apply(this, given)
  } as typeof pg.Client.prototype.query
  return {
    taken() {
      const all = noted
      noted = []
      return all
    },
  }
}
