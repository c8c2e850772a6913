import type { BalanceMovement, PaymentSubject } from '#domain/money/cardBalance'
import { addDays, madridDay, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { CardBalance, CardPlace } from './cardProvider.ts'

/**
 * A movement on the balance of the simulated provider, in cents, positive to us. `hold`: none yet; it says whose a later capture is. Those in test mode
 * are not kept.
 */
export type SimulatedMovement = CardPlace & {
  reference: string
  kind: 'hold' | 'charge' | 'refund' | 'dispute'
  about: PaymentSubject
  amountCents: number
  feeCents: number
}

/** What the simulated provider remembers of its balance. */
export type SimulatedMovements = {
  /** Stores a movement unless there is one with its reference. */
  add(movement: SimulatedMovement): Promise<void>
  read(reference: string): Promise<SimulatedMovement | undefined>
  list(from: Date, until: Date): Promise<BalanceMovement[]>
}

/** What it keeps of a charge, in cents. */
export const simulatedFee = (amountCents: number): number => 25 + Math.round(amountCents * 0.014)

/** Movements that last as long as the process. */
export function movementsInMemory(now: () => Date = () => new Date()): SimulatedMovements {
  const movements = new Map<string, SimulatedMovement & { at: Date }>()
  return {
    async add(movement) {
      if (movement.mode === 'live' && !movements.has(movement.reference)) movements.set(movement.reference, { ...movement, at: now() })
    },
    read: async (reference) => movements.get(reference),
    list: async (from, until) =>
      [...movements.values()].flatMap((one) => {
        const { kind, amountCents } = one
        return kind === 'hold' || amountCents === 0 || one.at < from || one.at >= until ? [] : [listed({ ...one, kind })]
      }),
  }
}

type Listed = Pick<SimulatedMovement, 'reference' | 'about' | 'merchantId' | 'operationId' | 'amountCents' | 'feeCents'> & {
  kind: 'charge' | 'refund' | 'dispute'
  at: Date
}

const listed = ({ reference, kind, about, merchantId, operationId, amountCents, feeCents, at }: Listed): BalanceMovement => ({
  reference,
  kind,
  about,
  merchantId,
  operationId,
  amountCents,
  feeCents,
  currency: 'eur',
  at,
})

/** SQL that stores a movement, unless there is one with its reference; `from`: a query of the statement that must have a row. */
export const insertMovement = (one: SimulatedMovement, at: Date, from: Sql = sql`(select) always`): Sql =>
  sql`insert into simulated_card_movements (reference, kind, merchant_id, operation_id, about, about_id, amount_cents, fee_cents, at)
    select ${one.reference}::text, ${one.kind}::text, ${one.merchantId}::uuid, ${one.operationId}::uuid, ${one.about.type}::text, ${one.about.id}::text, ${one.amountCents}::bigint, ${one.feeCents}::bigint,
      ${at}::timestamptz from ${from} where ${one.mode} = 'live' on conflict (reference) do nothing`

type Row = {
  reference: string
  kind: SimulatedMovement['kind']
  merchant_id: string
  operation_id: string
  about: PaymentSubject['type']
  about_id: string
  amount_cents: bigint
  fee_cents: bigint
  at: Date
}

const columns = sql`m.reference, m.kind, m.merchant_id, m.operation_id, m.about, m.about_id, m.amount_cents, m.fee_cents, m.at`

const movementOf = (row: Row) => ({
  reference: row.reference,
  kind: row.kind,
  merchantId: row.merchant_id,
  mode: 'live' as const,
  operationId: row.operation_id,
  about: { type: row.about, id: row.about_id },
  amountCents: Number(row.amount_cents),
  feeCents: Number(row.fee_cents),
  at: row.at,
})

/** Movements in the database: those of one process are known to the others, and after a restart. */
export const movementsInDatabase = (database: Database, now: () => Date): SimulatedMovements => ({
  async add(movement) {
    if (movement.mode === 'live') await database.write(null, (db) => db.run(insertMovement(movement, now())))
  },
  async read(reference) {
    const row = await database.read(null, (db) =>
      db.first<Row>(sql`select ${columns} from simulated_card_movements m where m.reference = ${reference}`),
    )
    return row && movementOf(row)
  },
  async list(from, until) {
    const rows = await database.read(null, (db) =>
      db.rows<Row>(sql`select ${columns} from simulated_card_movements m where m.at >= ${from} and m.at < ${until} and m.amount_cents <> 0
        order by m.at, m.reference`),
    )
    return rows.map(movementOf).flatMap((one) => (one.kind === 'hold' ? [] : [listed({ ...one, kind: one.kind })]))
  },
})

/** The balance of the simulated provider: its movements, and each evening a payout of what remains of the day. */
export const simulatedBalance = (movements: SimulatedMovements): CardBalance => ({
  async list({ from, until, mode }: { from: Date; until: Date; mode: Mode }) {
    if (mode !== 'live') return []
    const entries = (await movements.list(startOfMadridDay(madridDay(from)), until)).filter(({ at }) => at < until)
    const payouts: BalanceMovement[] = []
    for (let day = madridDay(from); startOfNextMadridDay(day) <= until; day = addDays(day, 1)) {
      const left = entries.filter(({ at }) => madridDay(at) === day).reduce((sum, one) => sum + one.amountCents - one.feeCents, 0)
      if (left > 0) payouts.push(payoutOf(day, left))
    }
    return [...entries, ...payouts].filter(({ at }) => at >= from)
  },
})

const payoutOf = (day: ReturnType<typeof madridDay>, cents: number): BalanceMovement => ({
  reference: `sim_payout_${day}`,
  kind: 'payout',
  about: null,
  merchantId: null,
  operationId: null,
  amountCents: -cents,
  feeCents: 0,
  currency: 'eur',
  at: new Date(startOfNextMadridDay(day).getTime() - 1),
})
