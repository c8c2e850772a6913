import { isCollectable } from '#domain/sales/operations/collection'
import { localDate } from '#domain/platform/dates'
import { cents, type Cents } from '#domain/platform/money'
import type { Substatus } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { CardMethod, CardAnswer } from '../../money/payments/cardProvider.ts'

export type AnsweredCharge = OpenCharge & { answer: CardAnswer }

/**
 * A card charge to make; `id` is its row in `charges` and the provider's idempotency key. `returnUrl`: null when the customer is not present. `again`: it
 * may have been asked before. `repaysAll`: of an early repayment, whether of all that is left; null: of what is due.
 */
export type OpenCharge = {
  id: string
  operationId: string
  instalment: number
  amountCents: Cents
  repaysAll: boolean | null
  method: CardMethod
  returnUrl: string | null
  again: boolean
  reference: string | null
  askedAt: Date
}
/** A due instalment without a card on file that can be charged. */
export type Cardless = { operationId: string; instalment: number; amountCents: Cents }

type Row = {
  id: string
  substatus: Substatus
  collect_at: Date | null
  number: number | null
  due_on: string | null
  amount_cents: bigint | null
  charge_id: string | null
  charge_instalment: number | null
  charge_cents: bigint | null
  charge_return_url: string | null
  charge_reference: string | null
  charge_created_at: Date | null
  charge_repays_all: boolean | null
  token: string | null
  brand: string | null
  last4: string | null
  refused_at: Date | null
}

/**
 * Records, under the operations' locks, which card to charge for how much. An unanswered earlier charge is returned unchanged, with its id and amount,
 * whatever the operation's state is now: the provider may have collected the money. `returnUrl`: the customer is present and pays an instalment that is
 * due, whenever its next retry would be.
 */
export async function openCharges(
  db: Connection,
  scope: Scope,
  { operationIds, returnUrl = null, now }: { operationIds: readonly string[]; returnUrl?: string | null; now: Date },
): Promise<{ charges: OpenCharge[]; cardless: Cardless[] }> {
  const rows = await lockOperations(db, scope, operationIds)
  const charges: OpenCharge[] = []
  const fresh: OpenCharge[] = []
  const cardless: Cardless[] = []
  for (const row of rows) {
    const { id: operationId } = row
    const method =
      row.token !== null && row.brand !== null && row.last4 !== null ? { token: row.token, brand: row.brand, last4: row.last4 } : null
    const earlier = method && openCharge(row, method)
    if (earlier) {
      charges.push(earlier)
      continue
    }
    if (row.substatus !== 'payment_process' || row.number === null || row.due_on === null || row.amount_cents === null) continue
    // A customer who is present need not wait for the next retry.
    if (!isCollectable(localDate(row.due_on), returnUrl === null ? row.collect_at : null, now)) continue
    const due = { operationId, instalment: row.number, amountCents: cents(row.amount_cents) }
    if (method && (row.refused_at === null || returnUrl !== null))
      fresh.push({ id: newId(now), ...due, repaysAll: null, method, returnUrl, again: false, reference: null, askedAt: now })
    else cardless.push(due)
  }
  if (fresh.length > 0) await writeCharges(db, scope, fresh, now)
  return { charges: [...charges, ...fresh], cardless }
}

/** The charge that was asked before and has no final answer. */
function openCharge(row: Row, method: CardMethod): OpenCharge | null {
  const { id: operationId, charge_id: id, charge_instalment: instalment, charge_cents: amount, charge_created_at: askedAt } = row
  if (id === null || instalment === null || amount === null || askedAt === null) return null
  return {
    id,
    operationId,
    instalment,
    amountCents: cents(amount),
    repaysAll: row.charge_repays_all,
    method,
    returnUrl: row.charge_return_url,
    again: true,
    reference: row.charge_reference,
    askedAt,
  }
}

/** Locked in a statement of its own: what follows must see what the previous holder of the lock wrote. */
async function lockOperations(db: Connection, scope: Scope, operationIds: readonly string[]): Promise<Row[]> {
  db.send(sql`select from operations o where ${inScope(scope, 'o')} and o.id = any(${operationIds}::uuid[]) order by o.id for update`)
  return db.rows<Row>(sql`select o.id, o.substatus, o.collect_at, i.number, i.due_on, i.amount_cents, c.id as charge_id, c.instalment as charge_instalment,
      c.amount_cents as charge_cents, c.return_url as charge_return_url, c.provider_reference as charge_reference, c.created_at as charge_created_at,
      c.repays_all as charge_repays_all, m.token, m.brand, m.last4, m.refused_at
    from operations o
      left join lateral (select i.number, i.due_on, i.amount_cents from instalments i where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id
        and i.state in ('pending', 'overdue') and i.amount_cents > 0 order by i.number limit 1) i on true
      left join charges c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.operation_id = o.id and c.state = 'asked'
      left join payment_methods m on m.merchant_id = o.merchant_id and m.mode = o.mode and m.operation_id = o.id
    where ${inScope(scope, 'o')} and o.id = any(${operationIds}::uuid[]) order by o.id`)
}

async function writeCharges(db: Connection, scope: Scope, fresh: readonly OpenCharge[], now: Date): Promise<void> {
  await db.run(sql`insert into charges (merchant_id, mode, id, operation_id, instalment, attempt, amount_cents, state, return_url, created_at)
    select ${scope.merchantId}, ${scope.mode}, f.id, f.operation_id, f.instalment, 1 + (select coalesce(max(c.attempt), 0) from charges c
      where ${inScope(scope, 'c')} and c.operation_id = f.operation_id and coalesce(c.instalment, 0) = f.instalment), f.cents, 'asked', f.return_url, ${now}
    from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ operationId }) => operationId)}::uuid[], ${fresh.map(({ instalment }) => instalment)}::integer[],
      ${fresh.map(({ amountCents }) => amountCents)}::bigint[], ${fresh.map(({ returnUrl }) => returnUrl)}::text[]) f (id, operation_id, instalment, cents, return_url)`)
}
