import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
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

/** The statement that creates a database from one of the run's templates, by default the migrated, empty one. */
export const templateCopy = (name: string, template = 't'): string => `create database ${name} template ${template} strategy file_copy`

/** A new database of the run's cluster, migrated and empty if no other template is given; `drop()` closes its connections and removes it. */
export async function testDatabase(template?: string): Promise<TestDatabase> {
  const { ownerUrl, appUrl } = testServerUrls()
  const copyName = `x${randomBytes(8).toString('hex')}`
  await withClient(ownerUrl, (client) => client.query(templateCopy(copyName, template)))
  return {
    ownerUrl: inDatabase(ownerUrl, copyName),
    appUrl: inDatabase(appUrl, copyName),
    drop: () => withClient(ownerUrl, async (client) => void (await client.query(`drop database if exists ${copyName} with (force)`))),
  }
}
