import type { Connection, Database } from '../database/database.ts'
import { type Act, type Actor, recordAct } from './actor.ts'
import { Refusal } from './refusal.ts'

/** Who of the provider changes something, and when. */
export type ByProvider = { by: Actor; now: Date }

/**
 * Makes a change of the provider's, in the caller's transaction, and leaves its audit entry. A refused one leaves an entry too if the caller commits:
 * therefore `work` refuses before it writes.
 */
export async function audited<T>(db: Connection, by: Actor, act: Act, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    await recordAct(db, by, act)
    return result
  } catch (error) {
    if (error instanceof Refusal) await recordAct(db, by, { ...act, outcome: 'refused' })
    throw error
  }
}

/** A change made by the operator at the terminal, in one transaction; returns why it was refused, or null. */
export const atTerminal = (database: Database, work: (db: Connection, by: Actor) => Promise<unknown>): Promise<Refusal | null> =>
  database.write(null, async (db) => {
    try {
      await work(db, { operator: true })
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  })
