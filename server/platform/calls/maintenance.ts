import type { Connection, Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** What the operator entered when closing the product. */
export type Declared = { reason: string; endsAt: Date | null; statusUrl: string | null }

/** Whether the product is closed for maintenance, as this process last read it. */
export type Maintenance = {
  present(): Declared | null
  /** Reads it again; rejects while the database is unavailable, and the last value stays. */
  read(): Promise<void>
}

export function makeMaintenance(database: Database): Maintenance {
  let declared: Declared | null = null
  return {
    present: () => declared,
    async read() {
      const row = await database.read(null, (db) => db.first<Row>(sql`select reason, ends_at, status_url from maintenance`))
      declared = row ? { reason: row.reason, endsAt: row.ends_at, statusUrl: row.status_url } : null
    },
  }
}

type Row = { reason: string; ends_at: Date | null; status_url: string | null }

/** Closes the product, or changes the reason. Within seconds every call gets 503; pages and files are still served. */
export async function declareMaintenance(db: Connection, { reason, endsAt, statusUrl }: Declared, now: Date): Promise<void> {
  await db.run(sql`insert into maintenance (reason, ends_at, status_url, began_at) values (${reason}, ${endsAt}, ${statusUrl}, ${now})
      on conflict (only_one) do update set reason = excluded.reason, ends_at = excluded.ends_at, status_url = excluded.status_url`)
}

/** Reopens the product; false when it was not closed. */
export async function endMaintenance(db: Connection): Promise<boolean> {
  return (await db.run(sql`delete from maintenance`)) > 0
}
