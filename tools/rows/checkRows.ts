import { withOwner } from '../../server/testing/withOwner.ts'
import { largeDatabase } from '../plans/largeDatabase.ts'
import type { ResultColumn, SentStatement } from '../plans/sentStatements.ts'
import { rowProblems } from './rowProblems.ts'
import { rowTypes } from './rowTypes.ts'

let known: ReturnType<typeof rowTypes> | undefined
/** A column of a table. */
type ColumnFacts = { table: string; column: string; notNull: boolean }

/** Columns that are null only in rows that no statement with a type without null reads: the checks of their tables say when. */
const neverNull = new Set([
  // Set when a person asks for the change; the statements read changes that were asked for.
  'bank_accounts.merchant_id',
  'bank_accounts.requested_by',
  // Null in a draft alone, which nobody is offered.
  'campaigns.interest_bps',
  'campaigns.starts_at',
  // The report of a campaign is due after its end.
  'campaigns.ends_at',
  // Joined with the merchant.
  'bank_consents.merchant_id',
  // Null until it is sent to the bank.
  'debits.charged_cents',
  // Null while nothing is held back.
  'settlements.reserve_release_on',
  // A public key's text; the statements read public keys.
  'api_keys.public_key',
  // All addresses of an order's page, or none.
  'shop_orders.pending_url',
  'shop_orders.ko_url',
  'shop_orders.dismiss_url',
  // An entry about a user names it.
  'audit_entries.entity_id',
  // The instant of the state that the statement asks for.
  'bank_accounts.reviewed_at',
  'bank_accounts.confirmed_at',
  'settlement_claims.answered_at',
  'settlement_claims.closed_at',
  // Set when a message is sent or given up; the statement reads those given up.
  'outbox.done_at',
])
const keyOf = ({ tableID, columnID }: ResultColumn) => `${tableID}.${columnID}`

/** Whether the tables of the statements' columns forbid null in them. The result of an outer join may be null even so. */
async function notNulls(statements: readonly SentStatement[]): Promise<Map<string, ColumnFacts>> {
  const tables = [...new Set(statements.flatMap(({ columns = [] }) => columns.map(({ tableID }) => tableID)))].filter((id) => id > 0)
  if (tables.length === 0) return new Map()
  // As in every copy of the template, its tables have the object identifiers that the statements' results name.
  const { ownerUrl } = await largeDatabase()
  const { rows } = await withOwner(ownerUrl, (client) =>
    client.query<ColumnFacts & { key: string }>(
      `select attrelid || '.' || attnum as key, c.relname as table, attname as column, attnotnull as "notNull"
        from pg_attribute join pg_class c on c.oid = attrelid where attrelid = any($1::oid[]) and attnum > 0 and c.relkind = 'r'`,
      [tables],
    ),
  )
  return new Map(rows.map(({ key, ...found }) => [key, found]))
}

/**
 * Whether a column of the result can be null: not if its table forbids it, nor if a condition on it, like a comparison, lets no null through. Undefined:
 * unknown, also for a database that was not copied from the template, whose identifiers are others.
 */
function isNotNull(text: string, found: ColumnFacts | undefined): boolean | undefined {
  if (!found || !text.includes(found.table) || !text.includes(found.column)) return undefined
  if (found.notNull || neverNull.has(`${found.table}.${found.column}`)) return true
  return new RegExp(`\\b${found.column} (is not null|[<>=]|between|in |= any)`).test(text) ? undefined : false
}

/** Compares the declared row types of statements that were answered with what PostgreSQL described. */
export async function checkRows(statements: readonly SentStatement[]): Promise<string[]> {
  known ??= rowTypes()
  // What sets a connection up is sent by the call that needs it, from the same line.
  const answered = statements.filter(({ text, columns }) => columns && !text.startsWith('select set_config('))
  const forbidden = await notNulls(answered)
  return answered.flatMap(({ text, file, line, columns = [] }) => {
    const declared = known?.[`${file}:${line}`]
    if (!declared || Object.keys(declared).length === 0) return []
    const described = columns.map((column) => ({
      name: column.name,
      type: column.dataTypeID,
      notNull: isNotNull(text, forbidden.get(keyOf(column))),
    }))
    return rowProblems(declared, described, text).map((problem) => `${file}:${line}: ${problem}: ${text.slice(0, 120)}`)
  })
}
