import { pageSize } from '#contract/platform/page'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readNames } from './readNames.ts'
import { entriesOf, entryColumns, entryOf, type StoredEntry } from './activityRow.ts'

const lookAhead = 10

/** What people of the account did or were refused, the newest first. */
export const activityList: Handler<'activityList'> = async ({ db, caller, query }) => {
  const { page } = query
  const [rows, ahead] = await Promise.all([
    db.rows<StoredEntry>(sql`select ${entryColumns} from audit_entries a where ${entriesOf(caller, query)}
      order by a.seq desc offset ${(page - 1) * pageSize} limit ${pageSize}`),
    db.first<{ many: number }>(sql`select count(*)::integer as many from (select from audit_entries a where ${entriesOf(caller, query)}
      order by a.seq desc offset ${(page - 1) * pageSize} limit ${pageSize * (lookAhead + 1) + 1}) n`),
  ])
  const names = await readNames(db, caller, rows)
  const pagesAhead = Math.max(0, Math.ceil((ahead?.many ?? 0) / pageSize) - 1)
  return {
    results: rows.map((row) => entryOf(row, names)),
    currentPage: page,
    maxVisiblePage: page + Math.min(lookAhead, pagesAhead),
    next: pagesAhead > 0 ? page + 1 : null,
  }
}
