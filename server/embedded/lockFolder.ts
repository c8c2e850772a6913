import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigProblem } from '../platform/database/configProblem.ts'

type FolderLock = { release(): void }

// Node has no flock. SQLite uses the kernel's file lock on every platform, and the kernel releases it however the process
// ends: there are no stale locks.
function tryLock(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked/.test(error.message)) return null
    throw error
  }
}

function holderOf(folder: string): string {
  try {
    return ` (process ${readFileSync(join(folder, 'server.pid'), 'utf8').trim()})`
  } catch {
    return ''
  }
}

/**
 * Makes this process the only one that may start a database on the folder. Waits `patienceMs` for a predecessor that
 * is just stopping, then throws a `ConfigProblem`.
 */
export async function lockFolder(folder: string, patienceMs = 2_000): Promise<FolderLock> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const held = tryLock(join(folder, 'launcher.lock'))
    if (held) {
      writeFileSync(join(folder, 'server.pid'), `${process.pid}\n`)
      return {
        release() {
          rmSync(join(folder, 'server.pid'), { force: true })
          held.close()
        },
      }
    }
    if (Date.now() > giveUpAt)
      throw new ConfigProblem(
        `The data folder ${folder} is in use by another Trastienda${holderOf(folder)}: stop it, or set another DATA_DIR.`,
      )
    await sleep(50)
  }
}
