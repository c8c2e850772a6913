import type { ConsoleApi } from '#contract/consoleApi'
import type { AnswerOf, QueryOf } from '#contract/platform/endpoint'
import type { ProviderApi } from '#contract/providerApi'
import { providerAccountId } from '../../platform/audit/record.ts'
import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { nameOfCode } from '../../merchants/company/formFacts.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { idFrom } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { madridDays } from '../../sales/lifecycle/filterConditions.ts'

type Row = {
  account_id: string
  account: string | null
  seq: bigint
  at: Date
  /** With microseconds, for the cursor. */
  at_text: string
  staff_id: string | null
  staff: string | null
  call: string
  outcome: string
  merchant_id: string | null
  merchant: string | null
  entity: string | null
  entity_id: string | null
  before: unknown
  after: Record<string, unknown> | null
  key_id: string | null
  key_name: string | null
  confirmed_by: string | null
  confirmer: string | null
  ip: string | null
}

const pageSize = 50

/** The entries after a cursor. Refuses with ApiValidationException what is none. */
function afterCursor(cursor: string): Sql {
  const [at, accountId, seq] = readCursor(cursor, [/^[\d-]{10}T[\d:.]{8,15}\+00$/, uuidForm, /^\d{1,18}$/])
  return sql`(a.at, a.account_id, a.seq) < (${at}::timestamptz, ${accountId}::uuid, ${seq}::bigint)`
}

const nameOf = (id: Sql): Sql => sql`(select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = ${id})`
const confirmer = sql`nullif(a.after ->> 'confirmedBy', '')::uuid`

type AuditFilters = QueryOf<ConsoleApi['staffAuditList']>

/** What staff, operators and keys did, opened or were refused, in the provider's own audit log and in those of accounts, newest first. */
export async function readProviderAudit(db: Connection, query: AuditFilters): Promise<AnswerOf<ProviderApi['providerAuditList']>> {
  const { since, before } = query.day === undefined ? {} : madridDays({ from: query.day, to: query.day })
  const where = allOf([
    sql`a.role = 'operator'`,
    ...(query.staffId === undefined ? [] : [sql`a.staff_id = ${idFrom(query.staffId)}`]),
    ...(query.call === undefined ? [] : [sql`a.call = ${query.call}`]),
    ...(since ? [sql`a.at >= ${since}`] : []),
    ...(before ? [sql`a.at < ${before}`] : []),
    ...(query.cursor === undefined ? [] : [afterCursor(query.cursor)]),
  ])
  const rows = await db.rows<Row>(sql`
    select a.account_id, a.seq, a.at, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || '+00' as at_text, a.staff_id, ${nameOf(sql`a.staff_id`)} as staff,
      a.key_id, (select k.name from provider_keys k where k.id = a.key_id) as key_name, a.call, a.outcome, a.merchant_id, (select m.name from merchants m where m.id = a.merchant_id) as merchant, a.entity, a.entity_id, a.before, a.after, host(a.ip) as ip,
      case when a.account_id <> ${providerAccountId} then ${accountName(sql`a.account_id`)} end as account,
      ${confirmer} as confirmed_by, ${nameOf(confirmer)} as confirmer
    from audit_entries a where ${where} order by a.at desc, a.account_id desc, a.seq desc limit ${pageSize + 1}`)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    results: shown.map(entryOf),
    next: rows.length > pageSize && last ? cursorOf([last.at_text, last.account_id, String(last.seq)]) : null,
  }
}

/** The audit log for people: codes that only the server can name are in words, and an entry about an operation says where its page is. */
export const staffAuditList: ConsoleHandler<'staffAuditList'> = async ({ db, query }) => {
  const { results, next } = await readProviderAudit(db, query)
  const places = await readPlaces(
    db,
    results.flatMap((entry) => operationIdOf(entry) ?? []),
  )
  return {
    results: results.map((entry) => ({
      ...entry,
      before: inWords(entry.before),
      after: inWords(entry.after),
      operation: places.get(operationIdOf(entry) ?? '') ?? null,
    })),
    next,
  }
}

type OperationPlace = { id: string; accountId: string; merchantId: string }

/** The operation that an entry is about, or that its values name, as hexadecimal digits; null: none. */
function operationIdOf({ entity, entityId, after }: { entity: string | null; entityId: string | null; after?: unknown }): string | null {
  if (entity === 'operation') return entityId === '' ? null : entityId
  const named = typeof after === 'object' && after !== null && 'operation' in after ? after.operation : null
  return typeof named === 'string' && uuidOf(named) !== undefined ? hexOf(named) : null
}

async function readPlaces(db: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, OperationPlace>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<{ id: string; account_id: string; merchant_id: string }>(sql`
    select g.operation_id as id, m.account_id, g.merchant_id from operation_lookups g join merchants m on m.id = g.merchant_id
    where g.operation_id = any(${[...new Set(ids)]}::uuid[])`)
  return new Map(
    rows.map((row) => [hexOf(row.id), { id: hexOf(row.id), accountId: hexOf(row.account_id), merchantId: hexOf(row.merchant_id) }]),
  )
}

/** The messages of codes that the console does not load: the steps of an application, and its fields (as on the wire) and papers. */
const wordKeys: Readonly<Record<string, (code: string) => readonly string[]>> = {
  step: (code) => [`onboarding.step.${code}`],
  field: (code) => [`company.field.${code.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`, `company.paper.${code}`],
}

function wordsOf(field: string, code: string): string {
  if (field === 'call') return actionOf(code)
  const key = wordKeys[field]?.(code).find(hasText)
  return key === undefined ? (nameOfCode(field, code) ?? code) : text(key)
}

/** With words for what the server alone has words for. What an operator's command does is the entry's action. */
function inWords(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values
  return Object.fromEntries(
    Object.entries(values)
      .filter(([field]) => field !== 'verb')
      .map(([field, value]: [string, unknown]) => [field, typeof value === 'string' ? wordsOf(field, value) : value]),
  )
}

const personOf = (id: string | null, name: string | null) => (id === null ? null : { id: hexOf(id), name: name ?? '' })

const actionOf = (call: string) => text([`actions.${call}`, `activity.action.${call}`].find(hasText) ?? 'activity.action.other')

const entryOf = (row: Row) => ({
  number: Number(row.seq),
  at: row.at.toISOString(),
  staff: personOf(row.staff_id, row.staff),
  key: personOf(row.key_id, row.key_name),
  call: row.call,
  action: actionOf(row.call),
  outcome: row.outcome,
  account: row.account_id === providerAccountId ? null : personOf(row.account_id, row.account),
  merchant: personOf(row.merchant_id, row.merchant),
  entity: row.entity,
  entityId: row.entity_id && hexOf(row.entity_id),
  before: row.before,
  after: row.after,
  confirmedBy: personOf(row.confirmed_by, row.confirmer),
  ip: row.ip,
})
