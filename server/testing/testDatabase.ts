import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectionOptions } from '../platform/database/productSchema.ts'
import { withClient } from '../platform/database/withClient.ts'

export type TestDatabase = { ownerUrl: string; appUrl: string; drop(): Promise<void> }

/** The connection string of another database of the same server. */
export const inDatabase = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The connection strings of the run's server. */
export const testServerUrls = (): { ownerUrl: string; appUrl: string } => ({
  ownerUrl: inject('clusterOwnerUrl'),
  appUrl: inject('clusterAppUrl'),
})

/** The owner's connections of this process to databases of the run's server. */
const ownerPools = new Map<string, pg.Pool>()

function ownerPool(ownerUrl: string): pg.Pool | undefined {
  const known = ownerPools.get(ownerUrl)
  if (known || inDatabase(ownerUrl, '') !== inDatabase(inject('clusterOwnerUrl'), '')) return known
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    options: connectionOptions,
    max: 4,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    application_name: 'trastienda-setup',
  })
  pool.on('error', () => {})
  ownerPools.set(ownerUrl, pool)
  return pool
}

/**
 * As `withClient`, for the owner of a database of the run's server, on a connection that stays open until the database is dropped: on a new one
 * PostgreSQL reads its catalogue for each table again, which costs more than most statements do.
 */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const pool = ownerPool(ownerUrl)
  if (!pool) return withClient(ownerUrl, work)
  const client = await pool.connect()
  // A failed statement may leave its connection inside a transaction: that one is not reused.
  let failed = true
  try {
    const result = await work(client)
    failed = false
    return result
  } finally {
    client.release(failed)
  }
}

/** The statement that creates a database from one of the run's templates, by default the migrated, empty one. */
export const templateCopy = (name: string, template = 't'): string => `create database ${name} template ${template} strategy file_copy`

/** A new database of the run's cluster, migrated and empty if no other template is given; `drop()` closes its connections and removes it. */
export async function testDatabase(template?: string): Promise<TestDatabase> {
  const server = testServerUrls()
  const copyName = `x${randomBytes(8).toString('hex')}`
  const ownerUrl = inDatabase(server.ownerUrl, copyName)
  await withOwner(server.ownerUrl, (client) => client.query(templateCopy(copyName, template)))
  return {
    ownerUrl,
    appUrl: inDatabase(server.appUrl, copyName),
    async drop() {
      await ownerPools.get(ownerUrl)?.end()
      ownerPools.delete(ownerUrl)
      await withOwner(server.ownerUrl, (client) => client.query(`drop database if exists ${copyName} with (force)`))
    },
  }
}
