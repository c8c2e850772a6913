import type { Difference, DifferenceKind, DifferenceSubject } from '#domain/money/cardBalance'
import type { LocalDate } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'

/** A difference that was found before: open, or resolved by staff. */
type DifferenceRow = {
  id: string
  kind: DifferenceKind
  about: DifferenceSubject
  about_id: string
  our_cents: bigint | null
  their_cents: bigint | null
  currency: string | null
  is_open: boolean
}

/** What was compared: all differences of these operations and disputes that are not found again have settled. */
type Compared = { operationIds: readonly string[]; disputes: readonly string[] }

type DayDifferences = { provider: string; day: LocalDate; merchantId: string | null; differences: readonly Difference[]; now: Date }

const keyOf = ({ type, id }: Difference['about']): string => `${type} ${id}`

/** Notes what differs now, once however often it is compared; what agrees again is settled. Returns how many are new. */
export async function writeDifferences(db: Connection, dayDifferences: DayDifferences, compared: Compared): Promise<number> {
  const { provider, differences, now } = dayDifferences
  const known = await readKnown(db, provider, differences, compared)
  const differing = new Set(differences.map(({ about }) => keyOf(about)))
  const settled = known.filter((one) => one.is_open && !differing.has(keyOfKnown(one)))
  if (settled.length > 0)
    await db.run(sql`update card_differences d set settled_at = ${now} where d.id = any(${settled.map(({ id }) => id)}::uuid[])`)
  let added = 0
  for (const difference of differences) {
    const same = known.filter((row) => keyOfKnown(row) === keyOf(difference.about))
    const open = same.find((row) => row.is_open)
    if (open) await change(db, open, difference)
    // What staff has resolved comes back only when it is another difference by now.
    else if (!same.some((row) => isSame(row, difference))) added += await add(db, dayDifferences, difference)
  }
  return added
}

const keyOfKnown = ({ about: type, about_id: id }: DifferenceRow): string => keyOf({ type, id })

/** Those of the operations and disputes that were compared, and of what differs now. */
const readKnown = (db: Connection, provider: string, differences: readonly Difference[], { operationIds, disputes }: Compared) => {
  const columns = sql`d.id, d.kind, d.about, d.about_id, d.our_cents, d.their_cents, d.currency, d.resolved_at is null as is_open`
  const ids = [...new Set([...differences.map(({ about }) => about.id), ...disputes])]
  return db.rows<DifferenceRow>(sql`select ${columns} from card_differences d
      where d.provider = ${provider} and d.operation_id = any(${operationIds}::uuid[]) and d.settled_at is null
    union select ${columns} from card_differences d
      where d.provider = ${provider} and d.about in ('charge', 'refund', 'dispute', 'operation', 'movement') and d.about_id = any(${ids}::text[]) and d.settled_at is null`)
}

const isSame = (row: DifferenceRow, { kind, ourCents, theirCents, currency }: Difference): boolean =>
  row.kind === kind && cents(row.our_cents) === ourCents && cents(row.their_cents) === theirCents && row.currency === currency

const cents = (value: bigint | null): number | null => (value === null ? null : Number(value))

async function change(db: Connection, row: DifferenceRow, difference: Difference): Promise<void> {
  if (isSame(row, difference)) return
  await db.run(sql`update card_differences d set kind = ${difference.kind}, our_cents = ${difference.ourCents}, their_cents = ${difference.theirCents}, currency = ${difference.currency},
    operation_id = coalesce(d.operation_id, ${difference.operationId}::uuid) where d.id = ${row.id} and d.resolved_at is null`)
}

const add = (db: Connection, { provider, day, merchantId, now }: DayDifferences, one: Difference): Promise<number> =>
  db.run(sql`insert into card_differences (id, provider, day, kind, about, about_id, merchant_id, operation_id, our_cents, their_cents, currency, found_at)
    values (${newId(now)}, ${provider}, ${day}, ${one.kind}, ${one.about.type}, ${one.about.id}, ${merchantId}, ${one.operationId}, ${one.ourCents}, ${one.theirCents}, ${one.currency}, ${now})
    on conflict (provider, about, about_id) where settled_at is null and resolved_at is null do nothing`)
