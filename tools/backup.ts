import { parseArgs } from 'node:util'
import { loadConfig } from '../server/platform/config/config.ts'
import { backup, backupProblems, basesOf, forget, usableBases } from '../server/embedded/backup.ts'
import { clusterFolder } from '../server/embedded/clusterFolder.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { sizeOf } from '../server/embedded/restore.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'

// `npm run backup [-- --keep 7]`: writes a base backup of the running embedded database to BACKUP_DIR. `-- --check`: verifies the newest backup and the
// WAL since. `-- --forget --keep 2`: only deletes older backups. With DATABASE_URL use that database's own tools (docs/runbook.md).
const megabytesOf = (folder: string) => Math.round(sizeOf(folder) / 1e6)

try {
  const { values } = parseArgs({
    options: {
      keep: { type: 'string', default: '7' },
      check: { type: 'boolean', default: false },
      forget: { type: 'boolean', default: false },
    },
  })
  const keep = Number(values.keep)
  const { backupDir, dataDir, dataDirIsDefault, databaseUrl } = loadConfig(process.env)
  if (databaseUrl) throw new ConfigProblem('DATABASE_URL is set: use its own backup tools, such as pg_basebackup and WAL archiving.')
  if (!backupDir) throw new ConfigProblem('BACKUP_DIR is not set.')
  if (!Number.isInteger(keep) || keep < 1) throw new ConfigProblem(`--keep=${values.keep} is not a whole number from 1.`)
  if (values.check) {
    const base = usableBases(backupDir).at(-1)
    if (base === undefined) throw new ConfigProblem(`${backupDir} has no base backup that the archived WAL continues: run npm run backup.`)
    const problems = await backupProblems(backupDir, base)
    if (problems.length > 0)
      throw new ConfigProblem(`The backup ${base} is damaged:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    console.log(`${base} and the WAL since are complete.`)
  } else if (values.forget) {
    forget(backupDir, keep)
    console.log(`${basesOf(backupDir).length} kept: ${megabytesOf(backupDir)} MB.`)
  } else {
    const startedAt = performance.now()
    const running = runningEmbedded(dataDir)
    if (!running) throw new ConfigProblem('The server does not run, and with it its database: start it first.')
    const { folder } = clusterFolder(dataDir, dataDirIsDefault)
    const base = await backup({ ownerUrl: running.ownerUrl, folder, backupDir, keep })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const summary = `${basesOf(backupDir).length} and their log kept: ${megabytesOf(backupDir)} MB`
    console.log(`${base}: ${megabytesOf(`${backupDir}/base/${base}`)} MB in ${seconds} s; ${summary}.`)
  }
  // Close the launcher's channel, which would keep this process alive.
  process.exit(0)
} catch (error) {
  const known = error instanceof ConfigProblem || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(known ? (error as Error).message : error)
  process.exit(1)
}
