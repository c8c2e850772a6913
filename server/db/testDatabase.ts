import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withClient } from './withClient.ts'

export type TestDatabase = { ownerUrl: string; appUrl: string; drop(): Promise<void> }

const inDatabase = (url: string, name: string) => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** A fresh migrated and empty database of the run's cluster; `drop()` ends its connections and removes it. */
export async function testDatabase(): Promise<TestDatabase> {
  const ownerUrl = inject('clusterOwnerUrl')
  const copyName = `x${randomBytes(8).toString('hex')}`
  await withClient(ownerUrl, (client) => client.query(`create database ${copyName} template t strategy file_copy`))
  return {
    ownerUrl: inDatabase(ownerUrl, copyName),
    appUrl: inDatabase(inject('clusterAppUrl'), copyName),
    drop: () => withClient(ownerUrl, async (client) => void (await client.query(`drop database if exists ${copyName} with (force)`))),
  }
}
