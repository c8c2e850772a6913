import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

// On the command line, so that no edited file in the cluster can turn durability off. The log contains no statements,
// parameters or DETAIL, because those contain personal data.
const fixed = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  cluster_name: 'trastienda',
  logging_collector: 'off',
}

const megabyte = 1024 ** 2
const between = (least: number, most: number, bytes: number) => `${Math.round(Math.min(most, Math.max(least, bytes / megabyte)))}MB`

/**
 * What depends on the machine's memory and on the size of the database's disk, both in bytes. A night's settlement of many shops touches pages everywhere: those that
 * `shared_buffers` has no room for are read and written again for each shop, and each checkpoint has every page touched after it written to the WAL whole. A checkpoint comes
 * at half of `max_wal_size`, which is a ceiling: what a shop writes in the five minutes between two checkpoints is far below.
 */
export const sizedSettings = ({ memory, disk }: { memory: number; disk: number }) => ({
  shared_buffers: between(256, 1024, memory / 16),
  max_wal_size: between(1024, 4096, disk / 10),
})

/** Settings of the embedded PostgreSQL whose cluster is in this folder. A container may use less than the machine's memory. */
export function ownSettings(cluster: string): Record<string, string> {
  const { blocks, bsize } = statfsSync(cluster)
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return { ...fixed, ...sizedSettings({ memory, disk: blocks * bsize }) }
}
