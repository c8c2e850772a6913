import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** What the operator said when the product was closed. */
type Declared = { reason: string; endsAt: Date | null; statusUrl: string | null }

/** Whether the product is closed on purpose, as this process last read it. */
export type Maintenance = {
  present(): Declared | null
  /** Reads it anew; while the database is away, what was read last holds. */
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

/** Closes the product, or says something else of why; every call is answered 503 within seconds, pages and files go on being served. */
export async function declareMaintenance(database: Database, { reason, endsAt, statusUrl }: Declared, now: Date): Promise<void> {
  await database.write(null, (db) =>
    db.run(sql`insert into maintenance (reason, ends_at, status_url, began_at) values (${reason}, ${endsAt}, ${statusUrl}, ${now})
      on conflict (only_one) do update set reason = excluded.reason, ends_at = excluded.ends_at, status_url = excluded.status_url`),
  )
}

/** Opens the product again; false when it was not closed. */
export async function endMaintenance(database: Database): Promise<boolean> {
  return (await database.write(null, (db) => db.run(sql`delete from maintenance`))) > 0
}
