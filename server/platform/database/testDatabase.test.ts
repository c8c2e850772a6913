import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/testDatabase.ts'
import { withClient } from './withClient.ts'

test('two test databases are separate, and the application cannot exceed its rights', async () => {
  const [first, second] = [await testDatabase(), await testDatabase()]
  await withClient(first.ownerUrl, (client) => client.query('create table marks (id int)'))
  const seen = await withClient(second.ownerUrl, (client) => client.query("select to_regclass('marks') as marks"))
  expect(seen.rows).toEqual([{ marks: null }])
  const { rows } = await withClient(first.appUrl, (client) =>
    client.query('select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'),
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }])
  await first.drop()
  await second.drop()
  await expect(withClient(first.appUrl, async () => {})).rejects.toThrow('there is no such database')
})
