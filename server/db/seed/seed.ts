import type pg from 'pg'
import { ConfigProblem } from '../configProblem.ts'
import { withClient } from '../withClient.ts'
import { writeAccounts, type OpenShop } from './accounts.ts'
import { makeCalendar, type Calendar } from './calendar.ts'
import { demoPasswordHash } from './demoPasswordHash.ts'
import { copyRows, countOperations, openDoors, orphans } from './load.ts'
import { personas, type Persona } from './personas.ts'
import { fillShop } from './shopOperations.ts'
import { collectRows, type Rows } from './tables.ts'
import { writeNotifications } from './notifications.ts'

export type SeedOptions = {
  /** The role that owns the tables. */
  ownerUrl: string
  /** Operations of the big shop, 20 000 by default; more go into a second shop of their own. */
  operations?: number
  demoPassword?: string
  /** The demo ends at this instant. */
  now?: Date
  log?: (line: string) => void
}

export const defaultOperations = 20_000
/** Any fixed number: two seeds at once take turns. */
const lockKey = 7_201_964_084
/** Characters of rows that are gathered before they are sent. */
const batch = 4_000_000

/**
 * Fills an empty database with the demo: accounts, shops and eighteen months of operations with their books, the same for
 * the same `now`. Does nothing where the demo is already.
 * @throws ConfigProblem beside accounts that are not of the demo
 */
export async function seedDemo(options: SeedOptions): Promise<{ seeded: boolean; personas: readonly Persona[] }> {
  const { ownerUrl, operations = defaultOperations, now = new Date(), log = () => {} } = options
  const demoPassword = options.demoPassword ?? (process.env.DEMO_PASSWORD || 'Trastienda-demo-1')
  const seeded = await withClient(ownerUrl, async (client) => {
    await client.query("set time zone 'UTC'; set datestyle = iso")
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const { rows } = await client.query<{ demo: boolean; many: string }>('select demo, count(*) as many from accounts group by demo')
    const real = rows.find(({ demo }) => !demo)
    if (real)
      throw new ConfigProblem(`Demo data never goes beside real data: this database has ${real.many} accounts that are not of the demo.`)
    if (rows.length > 0) return false
    const calendar = makeCalendar(now)
    const began = performance.now()
    await client.query('begin')
    try {
      const merchants = await fill(client, calendar, Math.min(operations, defaultOperations), demoPasswordHash(demoPassword))
      await client.query('commit')
      await client.query('vacuum analyze')
      log(`Demo data: ${merchants} shops, ready in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
    return true
  })
  return { seeded, personas }
}

async function fill(client: pg.Client, calendar: Calendar, operations: number, passwordHash: string): Promise<number> {
  const doors = await openDoors(client)
  const rows = collectRows()
  const shops = writeAccounts(operations, calendar, passwordHash, rows)
  for (const shop of shops) await fillBothModes(client, shop, calendar, rows)
  writeNotifications(shops, calendar, rows)
  await copyRows(client, rows)
  await countOperations(
    client,
    shops.map(({ merchantId }) => merchantId),
  )
  await doors.close()
  const wrong = await orphans(client)
  if (wrong.length > 0) throw new Error(`the demo data does not hold together: ${wrong.join('; ')}`)
  return shops.length
}

async function fillBothModes(
  client: pg.Client,
  { plan, merchantId, staff, slot }: OpenShop,
  calendar: Calendar,
  rows: Rows,
): Promise<void> {
  for (const mode of ['live', 'sandbox'] as const) {
    const firstMid = mode === 'live' ? 10_001 : 90_001
    const days = fillShop(
      { plan, merchantId, mode, operations: plan[mode], staff, slot: slot * 2 + (mode === 'live' ? 0 : 1), firstMid },
      calendar,
      rows,
    )
    for await (const _ of days) if (rows.waiting() > batch) await copyRows(client, rows)
  }
}
