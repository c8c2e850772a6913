import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { dataMap, impersonal } from './dataMap.ts'

// The map of personal data compared with the tables of the database.
let database: TestDatabase
let columns: string[]
beforeAll(async () => {
  database = await testDatabase()
  columns = await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{
      name: string
    }>(`select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name) where c.table_schema = 'trastienda' and t.table_type = 'BASE TABLE'
        and (c.data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'inet', 'character varying')
          or c.column_name like '%birth%') order by 1`)
    return rows.map(({ name }) => name)
  })
})
afterAll(() => database.drop())

const personal = Object.values(dataMap).flatMap((rule) => rule.columns.split(/\s+/))
const free = Object.entries(impersonal).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`))

it('the data map classifies every column that can hold text', () => {
  const placed = new Set([...personal, ...free])
  expect(columns.filter((column) => !placed.has(column))).toEqual([])
})

it('the data map names existing columns only, each once', () => {
  const placed = [...personal, ...free]
  expect(placed.filter((column, at) => !columns.includes(column) || placed.indexOf(column) !== at)).toEqual([])
})
