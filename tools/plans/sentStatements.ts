import pg from 'pg'

/** A column of a statement's result as PostgreSQL describes it: type, and table and position if it is a table's column, else 0. */
export type ResultColumn = { name: string; dataTypeID: number; tableID: number; columnID: number }
/**
 * A statement of the product, the file that sent it, relative to the project's folder, the line, whether it was sent in a shop's scope, whether it was planned
 * for its actual values, so that the rows of a generic plan say nothing, and the columns of its result once it was answered.
 */
export type SentStatement = {
  text: string
  file: string
  line?: number
  scoped?: boolean
  byValue?: boolean
  columns?: readonly ResultColumn[]
}

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

type Query = { text: string; values: readonly unknown[] }
const queryOf = (query: unknown): Query => {
  const { text = '', values = [] } = typeof query === 'string' ? { text: query } : (query as Partial<Query>)
  return { text, values }
}

/** What a statement's text says: how it looks without values, and what it changes about its connection. */
type TextFacts = { shape: string; endsTransaction: boolean; setsScope: string | undefined; setsPlanMode: boolean }
const knownTexts = new Map<string, TextFacts>()
/** Kept, for the texts of statements with a name are sent again and again. */
function factsOf(text: string): TextFacts {
  const known = knownTexts.get(text)
  if (known) return known
  const facts = {
    shape: shapeOf(text),
    endsTransaction: /^(commit|rollback)$/i.test(text),
    setsScope: /set_config\('app\.merchant_id', \$1, (true|\$2)\)/.exec(text)?.[1],
    setsPlanMode: text.includes("set_config('plan_cache_mode'"),
  }
  knownTexts.set(text, facts)
  return facts
}

/** Follows whether each connection is in a shop's scope: until the transaction ends, or until it gets another scope. */
function followScopes(): (client: pg.Client, facts: TextFacts, values: readonly unknown[]) => boolean {
  const scopes = new WeakMap<pg.Client, { kept: boolean; local?: boolean | undefined }>()
  return (client, { endsTransaction, setsScope }, values) => {
    const scope = scopes.get(client) ?? { kept: false }
    scopes.set(client, scope)
    if (endsTransaction) scope.local = undefined
    if (setsScope === 'true' || (setsScope !== undefined && values[1] === true)) scope.local = values[0] !== ''
    else if (setsScope !== undefined) scope.kept = values[0] !== ''
    return scope.local ?? scope.kept
  }
}

/**
 * Records each distinct statement that the application's pools of this process send from now on, once, with its sender. Statements of tests themselves
 * are ignored.
 */
export function noteStatements(): { taken(): SentStatement[] } {
  const seen = { scoped: new Set<string>(), unscoped: new Set<string>(), byValue: new Set<string>() }
  const plansByValue = new WeakMap<pg.Client, boolean>()
  const isScoped = followScopes()
  let noted: SentStatement[] = []
  const send = pg.Client.prototype.query as (this: pg.Client, ...query: unknown[]) => unknown
  const note = (client: pg.Client, { text, values }: Query): SentStatement | undefined => {
    const facts = factsOf(text)
    const scoped = isScoped(client, facts, values)
    if (facts.setsPlanMode) {
      plansByValue.set(client, values[0] === 'force_custom_plan')
      return undefined
    }
    const byValue = plansByValue.get(client) === true
    const shapes = byValue ? seen.byValue : scoped ? seen.scoped : seen.unscoped
    if (shapes.has(facts.shape)) return undefined
    shapes.add(facts.shape)
    const depth = Error.stackTraceLimit
    Error.stackTraceLimit = 30
    const sender = senderOf(new Error('sent here').stack ?? '')
    Error.stackTraceLimit = depth
    if (!sender || ofTests.test(sender.file)) return undefined
    const statement: SentStatement = { text, scoped, byValue, ...sender }
    noted.push(statement)
    return statement
  }
  pg.Client.prototype.query = function query(
    this: pg.Client & { connectionParameters?: { application_name?: string } },
    ...args: unknown[]
  ) {
    const noted = this.connectionParameters?.application_name === application ? note(this, queryOf(args[0])) : undefined
    const answer = send.apply(this, args)
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
