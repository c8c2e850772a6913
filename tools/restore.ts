import { parseArgs } from 'node:util'
import { loadConfig } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { restore } from '../server/embedded/restore.ts'
import { proveDatabase } from './proveDatabase.ts'

// `npm run restore [-- --until 2026-11-22T18:30+01:00] [--last-wal <pg_wal of the lost cluster>]`: restores the embedded database from BACKUP_DIR while
// the server is stopped; the existing data are moved aside. Then its ledger and audit chains are checked.
try {
  const { values } = parseArgs({ options: { until: { type: 'string' }, 'last-wal': { type: 'string' } } })
  const { backupDir, dataDir, dataDirIsDefault, databaseUrl } = loadConfig(process.env)
  if (databaseUrl) throw new ConfigProblem('DATABASE_URL is set: that database is restored by its own means.')
  if (!backupDir) throw new ConfigProblem('BACKUP_DIR is not set.')
  const until = values.until === undefined ? null : new Date(values.until)
  if (until && (Number.isNaN(until.getTime()) || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(values.until ?? '')))
    throw new ConfigProblem(
      `--until=${values.until} is not an instant written YYYY-MM-DDThh:mm:ss, with or without an offset such as +01:00.`,
    )
  const lastWal = values['last-wal']
  const { base, ms, setAside, problems } = await restore({
    dataDir,
    dataDirIsDefault,
    backupDir,
    until,
    prove: proveDatabase,
    ...(lastWal ? { lastWal } : {}),
  })
  console.log(`Restored from ${base}${until ? ` to ${until.toISOString()}` : ' to the end of its WAL'} in ${(ms / 1000).toFixed(1)} s.`)
  if (setAside) console.log(`What was there is in ${setAside}; remove it once all is well.`)
  if (problems.length > 0)
    throw new ConfigProblem(`The restored data are inconsistent:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  if (until)
    console.log(
      'Customers and people that were erased since are erased again at the next start, before anybody is answered; audiences must be erased again by their shops.',
    )
  console.log('Ledger and audit chains are valid. Start the server, and make a new base backup: npm run backup.')
  process.exit(0)
} catch (error) {
  const known = error instanceof ConfigProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(known ? (error as Error).message : error)
  process.exit(1)
}
