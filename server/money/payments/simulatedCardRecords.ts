import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * What the simulated card provider must remember: payments that wait for their customer or for its own answer, and refunds. `chargeReference`: of a refund,
 * the charge that it is of. Amount in cents.
 */
export type SimulatedRecord = {
  id: string
  reference: string
  state: 'waiting' | 'approved' | 'refused' | 'ended'
  amountCents: number
  chargeReference: string | null
  returnUrl: string | null
}

/** The simulated provider's own records, beside those of the product. */
export type SimulatedRecords = {
  read(id: string): Promise<SimulatedRecord | undefined>
  /** Stores a record unless there is one with its id; returns the stored one. A refund is stored only while its charge has that much left. */
  keep(record: SimulatedRecord, chargeCents?: number): Promise<SimulatedRecord | undefined>
  /** Answers a waiting record; others stay as they are. */
  answer(id: string, state: 'approved' | 'refused'): Promise<void>
  /** Ends a waiting payment by its reference. */
  end(reference: string): Promise<void>
}

/** Records that last as long as the process. */
export function recordsInMemory(): SimulatedRecords {
  const records = new Map<string, SimulatedRecord>()
  return {
    read: async (id) => records.get(id),
    async keep(record, chargeCents = Infinity) {
      const known = records.get(record.id)
      if (known) return known
      const refunded = [...records.values()].filter((one) => one.chargeReference !== null && one.chargeReference === record.chargeReference)
      if (refunded.reduce((sum, one) => sum + one.amountCents, record.amountCents) > chargeCents) return undefined
      records.set(record.id, record)
      return record
    },
    async answer(id, state) {
      const known = records.get(id)
      if (known?.state === 'waiting') records.set(id, { ...known, state })
    },
    async end(reference) {
      for (const one of records.values())
        if (one.reference === reference && one.state === 'waiting') records.set(one.id, { ...one, state: 'ended' })
    },
  }
}

const columns = sql`r.id, r.reference, r.state, r.amount_cents::integer as "amountCents", r.charge_reference as "chargeReference", r.return_url as "returnUrl"`

/** Records in the database: those of one process are known to the others, and after a restart. */
export const recordsInDatabase = (database: Database): SimulatedRecords => {
  const read = (id: string) =>
    database.read(null, (db) => db.first<SimulatedRecord>(sql`select ${columns} from simulated_card_records r where r.id = ${id}`))
  return {
    read,
    keep: (record, chargeCents) =>
      database.write(null, async (db) => {
        if (record.chargeReference !== null) db.send(sql`select pg_advisory_xact_lock(hashtext(${record.chargeReference}))`)
        await db.run(sql`insert into simulated_card_records (id, reference, state, amount_cents, charge_reference, return_url)
          select ${record.id}::uuid, ${record.reference}, ${record.state}, ${record.amountCents}::bigint, ${record.chargeReference}::text, ${record.returnUrl}::text
          where ${chargeCents ?? null}::bigint is null or ${record.amountCents}::bigint + coalesce((select sum(o.amount_cents) from simulated_card_records o
            where o.charge_reference = ${record.chargeReference}), 0) <= ${chargeCents ?? null}::bigint
          on conflict (id) do nothing`)
        return db.first<SimulatedRecord>(sql`select ${columns} from simulated_card_records r where r.id = ${record.id}`)
      }),
    answer: async (id, state) => {
      await database.write(null, (db) =>
        db.run(sql`update simulated_card_records r set state = ${state} where r.id = ${id} and r.state = 'waiting'`),
      )
    },
    end: async (reference) => {
      await database.write(null, (db) =>
        db.run(sql`update simulated_card_records r set state = 'ended' where r.reference = ${reference} and r.state = 'waiting'`),
      )
    },
  }
}
