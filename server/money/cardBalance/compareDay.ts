import { type BalanceMovement, compareOperation, type Difference, unknownMovements } from '#domain/money/cardBalance'
import { type LocalDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { shopDays } from '../ledger/ledgerDays.ts'
import { writeDifferences } from './differenceRows.ts'
import { movementsOf, movementsOfDay } from './movementRows.ts'
import { ledgerCentsOf, operationsBooked, readOperations } from './readOperations.ts'

/** Operations of a shop that are compared at once, at most. */
const batchSize = 500

/** `first`: the first day that is compared. */
type BalanceDay = { provider: string; first: LocalDate; day: LocalDate }

/** Which operations of which shops are compared: those with movements on the day and those that differed before. The others are found in the shop's ledger. */
type Places = Map<string, Set<string>>

/**
 * Compares what the card provider moved on a day with the books, shop by shop, and notes what differs. Returns what the ledgers say that cards paid on the
 * day, in cents, and how many differences are new.
 */
export async function compareDay(services: Services, about: BalanceDay): Promise<{ ledgerCents: number; differenceCount: number }> {
  const { provider, day } = about
  const { database } = services
  const movements = await database.read(null, (db) => movementsOfDay(db, provider, day))
  const places = await database.read(null, (db) => placesOf(db, about, movements))
  let differenceCount = await noteUnknown(services, about, movements)
  let ledgerCents = 0
  for (const [merchantId, operationIds] of places) {
    const scope = mintScope(merchantId, 'live')
    const { booked, cents } = await database.read(scope, (db) => readShop(db, scope, day))
    ledgerCents += cents
    const all = [...new Set([...operationIds, ...booked])].toSorted()
    for (let from = 0; from < all.length; from += batchSize)
      differenceCount += await compareShop(services, scope, about, all.slice(from, from + batchSize))
  }
  return { ledgerCents, differenceCount }
}

async function placesOf(db: Connection, { provider, day }: BalanceDay, movements: readonly BalanceMovement[]): Promise<Places> {
  const places: Places = new Map()
  const add = (merchantId: string, operationId: string | null) => {
    const own = places.get(merchantId) ?? new Set()
    if (operationId !== null) own.add(operationId)
    places.set(merchantId, own)
  }
  for (const { merchantId, operationId } of movements) if (merchantId !== null) add(merchantId, operationId)
  const booked = await db.rows<{ merchant_id: string }>(
    sql`select distinct s.merchant_id from ${shopDays} s where s.day = ${day} and s.kind in ('capture', 'instalment', 'dispute', 'credit_payment')`,
  )
  for (const { merchant_id: merchantId } of booked) add(merchantId, null)
  const open = await db.rows<{
    merchant_id: string
    operation_id: string
  }>(sql`select coalesce(d.merchant_id, q.merchant_id) as merchant_id, coalesce(d.operation_id, q.operation_id) as operation_id
    from card_differences d left join card_dispute_queue q on d.about = 'dispute' and q.provider = d.provider and q.reference = d.about_id
    where d.provider = ${provider} and d.settled_at is null and d.resolved_at is null and coalesce(d.operation_id, q.operation_id) is not null`)
  for (const { merchant_id: merchantId, operation_id: operationId } of open) add(merchantId, operationId)
  return places
}

const noteUnknown = ({ database, now }: Services, { provider, day }: BalanceDay, movements: readonly BalanceMovement[]): Promise<number> =>
  database.write(null, (db) =>
    writeDifferences(
      db,
      { provider, day, merchantId: null, differences: unknownMovements(movements), now: now() },
      { operationIds: [], disputes: [] },
    ),
  )

async function readShop(db: Connection, scope: Scope, day: LocalDate): Promise<{ booked: string[]; cents: number }> {
  const [from, until] = [startOfMadridDay(day), startOfNextMadridDay(day)]
  const [booked, cents] = await Promise.all([operationsBooked(db, scope, from, until), ledgerCentsOf(db, scope, from, until)])
  return { booked, cents }
}

async function compareShop(
  { database, now }: Services,
  scope: Scope,
  { provider, first, day }: BalanceDay,
  operationIds: readonly string[],
): Promise<number> {
  const operations = await database.read(scope, (db) => readOperations(db, scope, operationIds))
  const disputes = operations.flatMap(({ payments }) => payments.flatMap(({ about }) => (about.type === 'dispute' ? [about.id] : [])))
  const movements = await database.read(null, (db) => movementsOf(db, provider, { operationIds, disputes }))
  const movementsOn = Map.groupBy(movements, ({ operationId }) => operationId)
  const [from, until] = [startOfMadridDay(first), startOfNextMadridDay(day)]
  const differences: Difference[] = []
  const compared: string[] = []
  const agreed: string[] = []
  for (const operation of operations) {
    const result = compareOperation({ operation, movements: movementsOn.get(operation.operationId) ?? [], from, until })
    // It changed later, and is compared on that day.
    if (result === null) continue
    compared.push(operation.operationId)
    for (const { about } of operation.payments) if (about.type === 'dispute') agreed.push(about.id)
    differences.push(...result)
  }
  return database.write(null, (db) =>
    writeDifferences(
      db,
      { provider, day, merchantId: scope.merchantId, differences, now: now() },
      { operationIds: compared, disputes: agreed },
    ),
  )
}
