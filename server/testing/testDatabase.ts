import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withClient } from '../platform/database/withClient.ts'
import { writeFixture } from './testFixture.ts'
import { closeOwner, keepOwner, withOwner } from './withOwner.ts'

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
  const server = testServerUrls()
  const copyName = `x${randomBytes(8).toString('hex')}`
  const ownerUrl = inDatabase(server.ownerUrl, copyName)
  keepOwner(server.ownerUrl)
  keepOwner(ownerUrl)
  await withOwner(server.ownerUrl, (client) => client.query(templateCopy(copyName, template)))
  return {
    ownerUrl,
    appUrl: inDatabase(server.appUrl, copyName),
    async drop() {
      await closeOwner(ownerUrl)
      await withOwner(server.ownerUrl, (client) => client.query(`drop database if exists ${copyName} with (force)`))
    },
  }
}

const templates = new Map<string, Promise<void>>()

/**
 * A copy of the migrated database that `fill` filled: the first caller of the run makes a template of it, the others wait.
 * @param turn the number of an advisory lock, a different one for each name
 */
export async function filledDatabase(name: string, turn: number, fill: (ownerUrl: string) => Promise<void>): Promise<TestDatabase> {
  const template = templates.get(name) ?? makeTemplate(name, turn, fill)
  templates.set(name, template)
  await template
  return testDatabase(name)
}

async function makeTemplate(templateName: string, turn: number, fill: (ownerUrl: string) => Promise<void>): Promise<void> {
  const { ownerUrl } = testServerUrls()
  await withClient(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [turn])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [templateName])
    if (rowCount) return
    await client.query(templateCopy(templateName))
    try {
      await fill(inDatabase(ownerUrl, templateName))
      await client.query(`alter database ${templateName} allow_connections false`)
    } catch (error) {
      await client.query(`drop database ${templateName} with (force)`)
      throw error
    }
  })
}

/** A copy of the migrated database with the fixture of `testFixture.ts`. */
export const fixtureDatabase = (): Promise<TestDatabase> => filledDatabase('fixture', 89_000_003, writeFixture)
