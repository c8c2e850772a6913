import { idOf, openShop, writeAccounts, writePriceList, type OpenShop } from './accounts.ts'
import { makeCalendar, type Calendar } from './calendar.ts'
import { accountPlans, type ShopPlan } from './accountPlans.ts'
import { categories } from './baskets.ts'
import { chainPlans, chainSlot } from './chain.ts'
import { gatherNews, writeNotices } from './notifications.ts'
import { warehouseName } from './personas.ts'
import { fillShop } from './operations/shopOperations.ts'
import { collectRows, type Rows } from './collectRows.ts'
import type { TableName } from './tables.ts'

/** What to generate: the whole demo, or, for an existing demo, one more shop of any size or a chain of many shops. */
export type Job =
  | { what: 'demo'; operations: number; nowMs: number; passwordHash: string }
  | { what: 'warehouse'; operations: number; nowMs: number }
  | { what: 'chain'; operations: number; shops: number; nowMs: number; passwordHash: string }

/** Rows of one table in COPY format. */
export type Batch = readonly (readonly [table: TableName, text: Uint8Array<ArrayBuffer>])[]

/** Characters of rows buffered before they are sent. */
const batchSize = 4_000_000

type Send = (batch: Batch) => Promise<void>

/** Generates the rows of a job and sends them in batches; returns the ids of the filled shops. */
export async function makeRows(job: Job, send: Send): Promise<string[]> {
  const calendar = makeCalendar(new Date(job.nowMs))
  const rows = collectRows()
  if (job.what === 'demo') writePriceList(calendar, rows)
  const shops = openShops(job, calendar, rows)
  for (const shop of shops) await fillBothModes(shop, calendar, rows, send)
  await flush(rows, send)
  return shops.map(({ merchantId }) => merchantId)
}

function openShops(job: Job, calendar: Calendar, rows: Rows): OpenShop[] {
  if (job.what === 'warehouse') return [openWarehouse(job.operations, calendar, rows)]
  const { passwordHash } = job
  const accounts =
    job.what === 'demo'
      ? { plans: accountPlans(job.operations), firstSlot: 0, passwordHash }
      : { plans: chainPlans(job), firstSlot: chainSlot, passwordHash }
  return writeAccounts(accounts, calendar, rows)
}

async function fillBothModes(shop: OpenShop, calendar: Calendar, rows: Rows, send: Send): Promise<void> {
  const { plan, merchantId, staff, slot, pay } = shop
  const untilMs = shop.disabledMs ?? undefined
  const news = gatherNews(shop, calendar)
  for (const mode of ['live', 'sandbox'] as const) {
    const firstMid = mode === 'sandbox' ? 900_001 : plan.name === warehouseName ? 1_000_001 : 10_001
    const days = fillShop(
      {
        plan,
        merchantId,
        mode,
        operations: plan[mode],
        staff,
        slot: slot * 2 + (mode === 'live' ? 0 : 1),
        pay,
        firstMid,
        untilMs,
        ...(mode === 'live' && { news }),
      },
      calendar,
      rows,
    )
    for await (const _ of days) if (rows.waiting() > batchSize) await flush(rows, send)
  }
  writeNotices(shop, news, calendar, rows)
}

const encoder = new TextEncoder()
const flush = (rows: Rows, send: Send) => send(rows.take().map(([table, text]) => [table, encoder.encode(text)] as const))

const ownerEmail = 'owner.empresa@demo.test'
const warehouseSlot = 20
export const warehouseId = idOf(`shop/${warehouseName}`, warehouseSlot)

/** One more shop of the enterprise, younger than its others, which sells everything. */
function openWarehouse(operations: number, calendar: Calendar, rows: Rows): OpenShop {
  const accountId = idOf(`account/${ownerEmail}`)
  const plan: ShopPlan = {
    name: warehouseName,
    url: 'https://almacen.casaribera.example',
    status: 'active',
    categories,
    live: operations,
    sandbox: 0,
  }
  const createdMs = (calendar.past[0]?.startMs ?? calendar.nowMs) - 86_400_000
  const holder = accountPlans(operations)[0]?.companyName ?? ''
  const { merchantId, pay } = openShop(plan, { slot: warehouseSlot, accountId, holder, createdMs }, calendar, rows)
  const staff = [ownerEmail, 'admin.empresa@demo.test', 'editor.empresa@demo.test'].map((email) => idOf(`user/${email}`))
  return { plan, merchantId, accountId, people: [], staff, slot: warehouseSlot, pay, disabledMs: null, joined: [] }
}
