import pg from 'pg'

/** A statement of the product and the file that sent it, from the project's folder. */
export type SentStatement = { text: string; file: string }

/** The driver's own: what hands statements on is not who sends them. */
const plumbing = /server\/platform\/database\/(database|copyOut|sql|turns)\.ts/
const ofTests = /\.test\.ts|\/test[A-Z]\w*\.ts|\/crash[A-Z]\w*\.ts/
const application = 'trastienda'

/** The first file of the server on a call's way here that is not plumbing. */
function senderOf(stack: string): string | undefined {
  const line = stack.split('\n').find((one) => /\/server\//.test(one) && !plumbing.test(one))
  return /(server\/.+?\.ts)/.exec(line ?? '')?.[1]
}

/** Where a value stands in a statement's text, as in those of COPY, each run would have another. */
export const shapeOf = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "'…'")

/**
 * Notes each shape of statement that this process's pools of the application send from now on, once, with who sent it. What tests send themselves is
 * passed over, and what is planned for its very values, which a plan for any values says nothing about.
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
