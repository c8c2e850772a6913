import type { Reading } from '../metrics/metrics.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

type Row = { damaged: bigint | null; archiving: boolean; failed: bigint; quiet: number }

/**
 * Database metrics: checksum failures since the statistics were last reset and, where WAL is archived for backups, failed
 * archivals and the seconds since the last one.
 */
export async function databaseFigures(database: Database): Promise<Reading[]> {
  const row = await database.read(null, (db) =>
    db.first<Row>(sql`select (select sum(checksum_failures)::bigint from pg_stat_database) as damaged, current_setting('archive_mode') <> 'off' as archiving,
        failed_count as failed, coalesce(extract(epoch from now() - coalesce(last_archived_time, stats_reset)), 0)::double precision as quiet
      from pg_stat_archiver`),
  )
  return [
    {
      name: 'database_damaged_pages',
      help: 'Pages with a wrong checksum since the statistics were reset.',
      value: Number(row?.damaged ?? 0),
    },
    ...(row?.archiving
      ? [
          { name: 'backup_log_failures', help: 'WAL segments that could not be archived.', value: Number(row.failed) },
          { name: 'backup_log_quiet_seconds', help: 'Since the last archived WAL segment.', value: row.quiet },
        ]
      : []),
  ]
}
