import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { laterMigrations, migrate } from './migrate.ts'
import { appRole } from '../../embedded/newCluster.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { productSchema } from './productSchema.ts'
import { withClient } from './withClient.ts'

let folder: string
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

// Each starts with no tables but those of the job library.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trastienda-migrations-'))
  await withClient(database.ownerUrl, (client) => client.query(`drop schema if exists ${productSchema} cascade`))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = (schema?: string) => migrate(database.ownerUrl, appRole, { folder, schema: schema === undefined ? null : () => schema })
const asOwner = (query: string) => withClient(database.ownerUrl, async (client) => (await client.query(query)).rows as unknown[])
const asApp = (query: string) => withClient(database.appUrl, async (client) => (await client.query(query)).rows as unknown[])

test('pending migrations are applied in order, once', async () => {
  write('0002_more.sql', 'alter table things add column name text; insert into things values (1, $$one$$)')
  write('0001_things.sql', 'create table things (id int)')
  expect(await run()).toEqual(['0001_things.sql', '0002_more.sql'])
  write('0003_last.sql', 'insert into things values (2)')
  expect(await run()).toEqual(['0003_last.sql'])
  expect(await run()).toEqual([])
  expect(await asOwner('select count(*)::int as n from things')).toEqual([{ n: 2 }])
  expect(await laterMigrations(database.ownerUrl, folder)).toEqual([])
  // The version before.
  rmSync(join(folder, '0003_last.sql'))
  expect(await run()).toEqual([])
  expect(await laterMigrations(database.ownerUrl, folder)).toEqual(['0003_last.sql'])
})

test('a file may hold several transactions, and those that were committed are not repeated', async () => {
  const first = 'create table things (id int);\n-- next transaction\ninsert into things values (1);\n-- next transaction\n'
  write('0001_things.sql', `${first}select * from nowhere;\n`)
  await expect(run()).rejects.toThrow('0001_things.sql, line 1 failed and was undone: relation "nowhere"')
  write('0001_things.sql', `${first}insert into things values (2);\n`)
  expect(await run()).toEqual(['0001_things.sql'])
  expect(await asOwner('select id from things order by 1')).toEqual([{ id: 1 }, { id: 2 }])
  write('0001_things.sql', 'create table things (id int);\n-- next transaction\ninsert into things values (3);\n')
  await expect(run()).rejects.toThrow('was changed after this database applied it')
})

test('the schema of a new database is made at once, what its migrations make is not made again, and later ones are applied', async () => {
  write('0001_things.sql', 'create table things (id int)')
  write('0002_more.sql', '-- no transaction\ncreate index concurrently things_by_id on things (id);\n')
  const schema = 'create table things (id int); create index things_by_id on things (id); insert into things values (1)'
  await expect(run(`${schema}; select * from nowhere`)).rejects.toThrow(
    'The tables could not be made, and nothing was changed: relation "nowhere" does not exist',
  )
  await expect(run(`${schema}; select pg_terminate_backend(pg_backend_pid()); select`)).rejects.toThrow(
    /^The tables could not be made: terminating connection/,
  )
  expect(await asOwner("select to_regclass('things') as made")).toEqual([{ made: null }])
  expect([await run(schema), await run(schema)]).toEqual([[], []])
  write('0003_last.sql', 'insert into things values (2)')
  expect([await run(schema), await run(schema)]).toEqual([['0003_last.sql'], []])
  expect(await asApp('select id from things order by 1')).toEqual([{ id: 1 }, { id: 2 }])
  write('0001_things.sql', 'create table things (id bigint)')
  await expect(run(schema)).rejects.toThrow('0001_things.sql was changed after this database applied it')
})

test('a file edited after it was applied is refused', async () => {
  write('0001_things.sql', 'create table things (id int)')
  await run()
  write('0001_things.sql', 'create table things (id bigint)')
  await expect(run()).rejects.toThrow('0001_things.sql was changed after this database applied it')
})

test('a migration that fails is rolled back, and the error names the file and line', async () => {
  write('0001_things.sql', 'create table things (id int)')
  write('0002_wrong.sql', 'insert into things values (1);\nselect * from nowhere')
  await expect(run()).rejects.toThrow(/0002_wrong\.sql, line 2 failed and was undone: relation "nowhere"/)
  expect(
    await asOwner('select (select count(*)::int from things) as things, (select count(*)::int from schema_migrations) as done'),
  ).toEqual([{ things: 0, done: 1 }])
})

test('two files with one number and a misnamed file are refused', async () => {
  write('0001_things.sql', 'select 1')
  write('0001_others.sql', 'select 1')
  await expect(run()).rejects.toThrow('the number 0001')
  write('0001_others.sql', '')
  rmSync(join(folder, '0001_others.sql'))
  write('things.sql', 'select 1')
  await expect(run()).rejects.toThrow('things.sql is not named')
})

test('concurrent starts apply a migration once, also an index that is built without a transaction', async () => {
  write('0001_slow.sql', 'select pg_sleep(0.3); create table things (id int)')
  write('0002_index.sql', '-- no transaction\ncreate index concurrently things_by_id on things (id)')
  const runs = await Promise.all([run(), run(), run()])
  expect(runs.flat()).toEqual(['0001_slow.sql', '0002_index.sql'])
})

test('a migration waits briefly at a time for a lock held by a long query, lets others pass, and is then applied', async () => {
  write('0001_things.sql', 'create table things (id int)')
  await run()
  write('0002_more.sql', 'alter table things add column name text')
  const locked = Promise.withResolvers<void>()
  const blocking = withClient(database.ownerUrl, async (client) => {
    await client.query('begin; lock table things in access exclusive mode')
    locked.resolve()
    await new Promise((resolve) => setTimeout(resolve, 1_800))
    await client.query('commit')
  })
  await locked.promise
  expect(await run()).toEqual(['0002_more.sql'])
  await blocking
})

test('an index can be built concurrently with writes', async () => {
  write('0001_things.sql', 'create table things (id int)')
  write('0002_index.sql', '-- no transaction\ncreate index concurrently things_by_id on things (id)')
  expect(await run()).toHaveLength(2)
  expect(await asOwner("select indexrelid::regclass::text as name from pg_index where indrelid = 'things'::regclass")).toEqual([
    { name: 'things_by_id' },
  ])
})

test('an index whose build was interrupted is rebuilt, not taken for a finished one', async () => {
  write('0001_things.sql', 'create table things (id int); insert into things values (1), (1)')
  await run()
  await expect(asOwner('create unique index concurrently things_by_id on things (id)')).rejects.toThrow('could not create unique index')
  await asOwner('delete from things')
  write('0002_index.sql', '-- no transaction\ncreate unique index concurrently if not exists things_by_id on things (id)')
  expect(await run()).toEqual(['0002_index.sql'])
  expect(await asOwner("select indisvalid from pg_index where indexrelid = 'things_by_id'::regclass")).toEqual([{ indisvalid: true }])
})

test('after a failed migration, earlier tables are restricted too, and default privileges are revoked', async () => {
  write(
    '0001_trails.sql',
    'create table audit_entries (id int); create table blocked_customers (merchant_id int, mode int, operation_id int, blocked_at int, keep_until int, secret int)',
  )
  write('0002_wrong.sql', 'select * from nowhere')
  await expect(run()).rejects.toThrow('0002_wrong.sql')
  await asApp('insert into audit_entries values (1)')
  await expect(asApp('delete from audit_entries')).rejects.toThrow('permission denied')
  await expect(asApp('select secret from blocked_customers')).rejects.toThrow('permission denied')
  expect(await asOwner("select from pg_default_acl where defaclnamespace = 'trastienda'::regnamespace")).toEqual([])
})

test('the application can use the tables, but neither change append-only ones nor truncate any', async () => {
  write(
    '0001_all.sql',
    'create table things (id serial); create table audit_entries (id int); create table ledger_journals (id int); create table ledger_lines (id int)',
  )
  await run()
  await asApp('insert into things default values; update things set id = 7; delete from things')
  for (const table of ['audit_entries', 'ledger_journals', 'ledger_lines']) {
    await asApp(`insert into ${table} values (1)`)
    for (const wrong of [`update ${table} set id = 2`, `delete from ${table}`, `truncate ${table}`])
      await expect(asApp(wrong), wrong).rejects.toThrow('permission denied')
  }
  await expect(asApp('truncate things')).rejects.toThrow('permission denied')
  await expect(asApp('create table more (id int)')).rejects.toThrow('permission denied')
  await expect(asApp("update schema_migrations set checksum = ''")).rejects.toThrow('permission denied')
})

test('an earlier release can use new tables at once, also when the start is killed', async () => {
  write('0001_things.sql', 'create table things (id int)')
  await run()
  write(
    '0002_others.sql',
    `create table others (id serial, thing int);
     create function note_thing() returns trigger language plpgsql as $$ begin insert into others (thing) values (new.id); return null; end $$;
     create trigger note_thing after insert on things for each row execute function note_thing()`,
  )
  write('0003_wrong.sql', 'select * from nowhere')
  await expect(run()).rejects.toThrow('0003_wrong.sql')
  await asApp('insert into things values (7)')
  expect(await asOwner('select thing from others')).toEqual([{ thing: 7 }])
})

test('the real migrations do not let the application change append-only tables, and leave what others have in public alone, also under their names', async () => {
  await asOwner(`create table public.operations (note text); insert into public.operations values ('theirs');
    create type public.mode as enum ('theirs'); create function public.isolate_tenants(text) returns void language sql as 'insert into public.operations values (null)'`)
  await migrate(database.ownerUrl, appRole)
  expect(
    await asOwner(
      "select note, (select count(*)::int from operations) as ours from public.operations where 'theirs'::public.mode is not null",
    ),
  ).toEqual([{ note: 'theirs', ours: 0 }])
  const granted = await asOwner(`select table_name, privilege_type from information_schema.role_table_grants
    where grantee = '${appRole}' and (privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES')
      or (table_name in ('audit_entries', 'ledger_journals', 'ledger_lines') and privilege_type in ('UPDATE', 'DELETE')))`)
  expect(granted).toEqual([])
  const covered = await asOwner(
    `select count(*)::int as n from information_schema.role_table_grants where grantee = '${appRole}' and privilege_type = 'SELECT'`,
  )
  expect(covered).not.toEqual([{ n: 0 }])
})
