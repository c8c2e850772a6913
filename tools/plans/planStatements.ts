import type pg from 'pg'
import { allowedReads } from './allowedReads.ts'
import { largeDatabase } from './manyMerchants.ts'
import { readingsOf, type Services, type PlanNode } from './planReading.ts'
import { largestShop } from './seemLarge.ts'
import type { SentStatement } from './sentStatements.ts'
import { keepOwner, withOwner } from '../../server/testing/withOwner.ts'

/** A statement that a user or the clock waits for must not read more rows of a large table than this (some 20 ms). */
export const maxRows = 20_000

/** The table of which a statement reads too many rows. */
type TooMuch = SentStatement & { table: string; by: string; rows: number; untilFound: boolean }

/** Statements that are planned; prefixes of those that are not. */
const planned = /^\s*(with|select|insert|update|delete|merge|values)\b/i

/** The query of a COPY, for the largest shop; search texts are removed. */
const queryOf = (text: string): string =>
  text
    .replace(/^copy \((.*)\) to stdout$/s, '$1')
    .replaceAll(/merchant_id = '[^']*'/g, `merchant_id = '${largestShop}'`)
    .replaceAll(/current_setting\('(app\.copied_\d+)'\)/g, "current_setting('$1', true)")

/** Plans statements for generic parameters, as the application's role in the largest shop of a large installation, and returns those that read too many rows. */
export async function planStatements(appUrl: string, statements: readonly SentStatement[]): Promise<TooMuch[]> {
  return withPlanner(appUrl, async (client) => {
    await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [largestShop])
    const indexes = indexesByUrl.get(appUrl) ?? (await indexesOf(client))
    indexesByUrl.set(appUrl, indexes)
    const services = { tables: largeDatabase, indexes, scoped: true }
    const problems: TooMuch[] = []
    for (const statement of statements) problems.push(...(await tooMuchOf(client, statement, services)))
    return problems
  })
}

/** A connection that plans for generic parameters, and stays open: on a new one PostgreSQL reads its catalogue again, which costs more than planning. */
export function withPlanner<T>(url: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  keepOwner(url)
  return withOwner(url, work)
}

const indexesByUrl = new Map<string, Services['indexes']>()
async function indexesOf(client: pg.ClientBase): Promise<Services['indexes']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array(select pg_get_indexdef(i.indexrelid, nth, false) from generate_series(1, i.indnkeyatts) nth) as columns
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where a.amname = 'btree' and c.relnamespace = 'trastienda'::regnamespace`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

async function tooMuchOf(client: pg.ClientBase, statement: SentStatement, services: Services): Promise<TooMuch[]> {
  const plan = await planOf(client, statement)
  const allowed = allowedReads[statement.file]?.tables ?? []
  return (plan ? readingsOf(plan, { ...services, scoped: statement.scoped ?? true }) : [])
    .filter(({ table, rows }) => rows > maxRows && !allowed.includes(table))
    .map((reading) => ({ ...statement, ...reading }))
}

const unknownTable = '42P01'

/** Undefined for a statement that has no plan, and if a test created its own table. */
export async function planOf(client: pg.ClientBase, statement: SentStatement): Promise<PlanNode | undefined> {
  const text = queryOf(statement.text)
  if (!planned.test(text)) return undefined
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (generic_plan, verbose, format json) ${text}`)
    return rows[0]?.['QUERY PLAN'][0]?.Plan
  } catch (error) {
    if ((error as { code?: string }).code === unknownTable) return undefined
    throw new Error(`cannot plan statement: ${text.slice(0, 300)}`, { cause: error })
  }
}

/** The message for the author of the statement. */
export const problemText = ({ file, table, by, rows, untilFound, text }: TooMuch): string =>
  `${file} looks at ${rows} rows of ${table} (${by}${untilFound ? ', until enough are found' : ''}): ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`
