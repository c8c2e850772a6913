import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appRole } from '../../embedded/newCluster.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { distribution } from './distribution.ts'
import { outsideRowSecurity, readableInScope } from './rowSecurity.ts'
import { withClient } from './withClient.ts'

const [own, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
type Table = { name: string; mode: boolean }
let database: TestDatabase
let tables: Table[]

/** Takes from every table of a shop all that keeps it from holding rows of nothing but a shop and a mode, and writes such rows. */
const loosen = `do $$ declare one record; begin
  for one in select conrelid::regclass as name, quote_ident(conname) as held from pg_constraint where connamespace = 'trastienda'::regnamespace and contype in ('f', 'p', 'u', 'c', 'x')
    order by contype <> 'f' loop execute format('alter table %s drop constraint %s', one.name, one.held); end loop;
  for one in select indexrelid::regclass as name from pg_index join pg_class on oid = indexrelid where indisunique and relnamespace = 'trastienda'::regnamespace
    loop execute format('drop index %s', one.name); end loop;
  for one in select attrelid::regclass as name, attname as held, attidentity from pg_attribute join pg_class on oid = attrelid
    where relnamespace = 'trastienda'::regnamespace and relkind = 'r' and attnum > 0 and attnotnull and not attisdropped
    loop execute format(case when one.attidentity = '' then 'alter table %s alter %I drop not null' else 'alter table %s alter %I drop identity, alter %2$I drop not null' end, one.name, one.held); end loop;
  for one in select distinct tgrelid::regclass as name from pg_trigger where not tgisinternal loop execute format('alter table %s disable trigger user', one.name); end loop;
  grant all on all tables in schema trastienda to ${appRole};
end $$`

beforeAll(async () => {
  database = await testDatabase()
  await withClient(database.ownerUrl, async (client) => {
    const found =
      await client.query<Table>(`select relname::text as name, bool_or(attname = 'mode') as mode from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'trastienda'::regnamespace and relkind = 'r' group by relname having bool_or(attname = 'merchant_id') order by 1`)
    tables = found.rows
    await client.query(loosen)
    await client.query(tables.map(({ name, mode }) => `insert into ${name} ${everyRow(mode)}`).join(';'))
  })
})
afterAll(() => database.drop())

const valuesOf = (rows: readonly string[]) => `values ${rows.map((row) => `(${row})`).join(', ')}`
const everyRow = (mode: boolean) =>
  mode
    ? `(merchant_id, mode) ${valuesOf([`'${own}', 'live'`, `'${own}', 'sandbox'`, `'${own}', null`, `'${other}', 'live'`, `null, 'live'`, `null, 'sandbox'`, 'null, null'])}`
    : `(merchant_id) ${valuesOf([`'${own}'`, `'${other}'`, 'null'])}`

type Seen = Readonly<Record<'reads' | 'changes' | 'deletes', readonly string[]>> & { writes: readonly string[] }

/** What a connection touches of the rows of `everyRow`, and which new ones it may write; named “own live”, “other”, “none” and the like. */
async function seenBy(client: pg.Client, { name, mode }: Table): Promise<Seen> {
  const named = `concat_ws(' ', case merchant_id when '${own}' then 'own' when '${other}' then 'other' else 'none' end${mode ? ', mode' : ''})`
  const rows = async (statement: string) => (await client.query<{ row: string }>(statement)).rows.map(({ row }) => row).toSorted()
  const writes: string[] = []
  const tried = mode
    ? {
        'own live': `'${own}', 'live'`,
        'own sandbox': `'${own}', 'sandbox'`,
        'other live': `'${other}', 'live'`,
        'none sandbox': `null, 'sandbox'`,
      }
    : { own: `'${own}'`, other: `'${other}'`, none: 'null' }
  await client.query('begin')
  try {
    const reads = await rows(`select ${named} as row from ${name}`)
    const changes = await rows(`update ${name} set merchant_id = merchant_id returning ${named} as row`)
    for (const [kind, values] of Object.entries(tried)) {
      await client.query('savepoint before')
      const refusal = await client.query(`insert into ${name} (merchant_id${mode ? ', mode' : ''}) values (${values})`).then(
        () => null,
        ({ code }: pg.DatabaseError) => code,
      )
      await client.query('rollback to before')
      if (refusal === null) writes.push(kind)
      else expect(refusal, name).toBe('42501')
    }
    return { reads, changes, deletes: await rows(`delete from ${name} returning ${named} as row`), writes }
  } finally {
    await client.query('rollback')
  }
}

const all = (mode: boolean) =>
  mode ? ['none', 'none live', 'none sandbox', 'other live', 'own', 'own live', 'own sandbox'] : ['none', 'other', 'own']
const alike = (rows: readonly string[]) => ({ reads: rows, changes: rows, deletes: rows })

/** What the two lists of exceptions and the placement of tables promise. */
function promised({ name, mode }: Table, scoped: boolean): Seen {
  const writable = mode ? ['own live', 'own sandbox', 'other live', 'none sandbox'] : ['own', 'other', 'none']
  if (name in outsideRowSecurity) return { ...alike(all(mode)), writes: writable }
  const label = mode ? 'own live' : 'own'
  const isReadable = name in readableInScope
  if (!isReadable && distribution[name as keyof typeof distribution] === 'distributed')
    return scoped ? { ...alike([label]), writes: [label] } : { ...alike([]), writes: [] }
  if (!scoped) return { ...alike(all(mode)), writes: writable }
  const inScope = mode ? ['none', 'none live', 'none sandbox', 'own', label] : ['none', label]
  return { ...alike(inScope), ...(isReadable && { reads: all(mode) }), writes: [label, mode ? 'none sandbox' : 'none'] }
}

const outcomes = (scope: { merchantId: string; mode: string }) =>
  withClient(database.appUrl, async (client) => {
    await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', $2, false)`, [scope.merchantId, scope.mode])
    const seen: Record<string, Seen> = {}
    for (const table of tables) seen[table.name] = await seenBy(client, table)
    return seen
  })

it.each([
  ['in a shop’s scope touches no row of another shop', { merchantId: own, mode: 'live' }],
  ['without a scope touches all rows of the tables that are read across shops, and none of the others', { merchantId: '', mode: '' }],
])('a connection %s', async (_, scope) => {
  expect(tables.length).toBeGreaterThan(120)
  expect(await outcomes(scope)).toEqual(Object.fromEntries(tables.map((table) => [table.name, promised(table, scope.merchantId !== '')])))
})

it('names as exceptions tables of shops alone', () => {
  const names = tables.map(({ name }) => name)
  expect([...Object.keys(outsideRowSecurity), ...Object.keys(readableInScope)].filter((name) => !names.includes(name))).toEqual([])
})
