import { pageSize } from '#contract/platform/page'
import { formatDateTime, madridDay } from '#domain/platform/dates'
import { isolated } from '#domain/platform/direction'
import { record } from '../../platform/audit/record.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { withLanguage, text } from '../../platform/calls/messages.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CellBatch, type Column, csvFile } from '../../platform/files/csvLine.ts'
import { entryConditions, entryColumns, type EntryFacts, entryOf, readFacts, type StoredEntry } from './activityRow.ts'
import { readMembersThen } from './heldThen.ts'

const lookAhead = 10

/** What people of the account did or were refused, newest first. */
export const activityList: Handler<'activityList'> = async ({ db, caller, query }) => {
  const { page } = query
  const [rows, ahead] = await Promise.all([
    db.rows<StoredEntry>(sql`select ${entryColumns} from audit_entries a where ${entryConditions(caller, query)}
      order by a.seq desc offset ${(page - 1) * pageSize} limit ${pageSize}`),
    db.first<{
      many: number
    }>(sql`select count(*)::integer as many from (select from audit_entries a where ${entryConditions(caller, query)}
      order by a.seq desc offset ${(page - 1) * pageSize} limit ${pageSize * (lookAhead + 1) + 1}) n`),
  ])
  const facts = await readFacts(db, caller, rows)
  const pagesAhead = Math.max(0, Math.ceil((ahead?.many ?? 0) / pageSize) - 1)
  return {
    results: rows.map((row) => entryOf(row, facts)),
    currentPage: page,
    maxVisiblePage: page + Math.min(lookAhead, pagesAhead),
    next: pagesAhead > 0 ? page + 1 : null,
  }
}

const columns: readonly Column[] = [
  { name: 'number', kind: 'count' },
  { name: 'at', kind: 'word' },
  { name: 'person', kind: 'text' },
  { name: 'role', kind: 'word' },
  { name: 'action', kind: 'text' },
  { name: 'about', kind: 'text' },
  { name: 'outcome', kind: 'text' },
  { name: 'merchant', kind: 'text' },
  { name: 'changes', kind: 'text' },
  { name: 'ip', kind: 'word' },
]
const batchRows = 500

/** The activity log as a Spanish CSV file, in Spanish for every reader (decision 0023), newest first, read in batches. The download is logged too. */
export const activityDownload: Handler<'activityDownload'> = async (call) => {
  const { services, caller, ip, requestId, query, now } = call
  await services.database.write(null, (db) =>
    record(db, {
      accountId: caller.accountId,
      merchantId: null,
      mode: null,
      userId: caller.userId,
      role: caller.ownRole ?? caller.role,
      ip,
      call: 'activityDownload',
      after: { ...query },
      requestId,
    }),
  )
  const headings = columns.map(({ name }) => text(`activity.column.${name}`))
  return {
    download: csvFile(columns, headings, batches(call)),
    fileName: `${withLanguage('es', () => text('activity.fileName', { date: madridDay(now) }))}.csv`,
    mediaType: 'text/csv; charset=utf-8',
  }
}

async function* batches({ services, caller, query }: Call<'activityDownload'>): AsyncGenerator<CellBatch> {
  const members = await services.database.read(null, (db) => readMembersThen(db, caller.accountId, new Date(0)))
  for (let last: bigint | undefined; ;) {
    const after = last === undefined ? sql`true` : sql`a.seq < ${last}`
    const rows = await services.database.read(null, (db) =>
      db.rows<StoredEntry>(
        sql`select ${entryColumns} from audit_entries a where ${entryConditions(caller, query)} and ${after} order by a.seq desc limit ${batchRows}`,
      ),
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.seq
    const facts = await services.database.read(null, (db) => readFacts(db, caller, rows, members))
    // The language is set for each batch: the response stream drives this generator outside the request's own language.
    yield { columns, rows: withLanguage('es', () => rows.map((row) => cellsOf(row, facts))) }
    if (rows.length < batchRows) return
  }
}

function cellsOf(row: StoredEntry, facts: EntryFacts): string[] {
  const { id, at, person, role, preset, byKey, byProvider, action, about, refused, merchant, changes, ip } = entryOf(row, facts)
  return [
    id,
    formatDateTime(new Date(at)),
    person?.name ?? text(byKey ? 'activity.key' : byProvider ? 'activity.provider' : 'activity.nobody'),
    role === null ? '' : text(`shell.role.${preset ?? role}`),
    action,
    about ?? '',
    refused ?? text('activity.done'),
    merchant?.name ?? '',
    changes.map(({ field, before, after }) => `${field}: ${isolated(before ?? '–')} → ${isolated(after ?? '–')}`).join('; '),
    ip ?? '',
  ]
}
