import { createHash } from 'node:crypto'
import { inDatabase, templateCopy, testServerUrls } from '../../server/testing/testDatabase.ts'
import { keepOwner, withOwner } from '../../server/testing/withOwner.ts'
import { withClient } from '../../server/platform/database/withClient.ts'
import { seemLarge } from './seemLarge.ts'
import { shapeOf, type SentStatement } from './sentStatements.ts'

const name = 'large'
/** The first caller creates the database; the others wait. */
const turn = 89_000_001

let known: Promise<{ ownerUrl: string; appUrl: string }> | undefined
/** Addresses of the test run's one database with the statistics of a large one, created on first use. */
export const largeDatabase = () => (known ??= createdOnce())

async function createdOnce(): Promise<{ ownerUrl: string; appUrl: string }> {
  const server = testServerUrls()
  const ownerUrl = inDatabase(server.ownerUrl, name)
  await withClient(server.ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [turn])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    await client.query(templateCopy(name))
    try {
      await seemLarge(ownerUrl)
      await withClient(ownerUrl, (owner) => owner.query('create schema planned; create table planned.shapes (hash bytea primary key)'))
    } catch (error) {
      await client.query(`drop database ${name} with (force)`)
      throw error
    }
  })
  keepOwner(ownerUrl)
  return { ownerUrl, appUrl: inDatabase(server.appUrl, name) }
}

/** The statements that no other process of the run has started to plan. */
export async function notYetPlanned(ownerUrl: string, statements: readonly SentStatement[]): Promise<SentStatement[]> {
  const hashes = statements.map(({ text, file, scoped, byValue = false }) =>
    createHash('sha256')
      .update(`${file} ${scoped} ${byValue} ${shapeOf(text)}`)
      .digest(),
  )
  const { rows } = await withOwner(ownerUrl, (owner) =>
    owner.query<{ hash: Buffer }>('insert into planned.shapes select distinct unnest($1::bytea[]) on conflict do nothing returning hash', [
      hashes,
    ]),
  )
  const ownHashes = new Set(rows.map(({ hash }) => hash.toString('hex')))
  return statements.filter((_, at) => ownHashes.delete(hashes[at]?.toString('hex') ?? ''))
}
