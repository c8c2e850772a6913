import type { Database } from './database.ts'
import { sql } from './sql.ts'

type Row = { damaged: bigint | null; archiving: boolean; failed: bigint; quiet: number }

/**
 * Database metrics in Prometheus text format: checksum failures since the statistics were last reset and, where WAL is archived for backups, failed
 * archivals and the seconds since the last one.
 */
export async function databaseFigures(database: Database): Promise<string> {
  const row = await database.read(null, (db) =>
    db.first<Row>(sql`select (select sum(checksum_failures)::bigint from pg_stat_database) as damaged, current_setting('archive_mode') <> 'off' as archiving,
        failed_count as failed, coalesce(extract(epoch from now() - coalesce(last_archived_time, stats_reset)), 0)::double precision as quiet
      from pg_stat_archiver`),
  )
  const gauge = (name: string, value: string) => [`# TYPE ${name} gauge`, `${name} ${value}`]
  return [
    ...gauge('database_damaged_pages', String(row?.damaged ?? 0)),
    ...(row?.archiving
      ? [...gauge('backup_log_failures', String(row.failed)), ...gauge('backup_log_quiet_seconds', row.quiet.toFixed(0))]
      : []),
    '',
  ].join('\n')
}
