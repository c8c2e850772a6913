import type { Services } from '../platform/calls/call.ts'
import { atTerminal, type ByProvider } from '../platform/calls/providerChange.ts'
import type { Connection } from '../platform/database/database.ts'

/** Makes a change as the operator at the terminal does; null: it was done, else why it was refused. */
export async function refusalReason(
  { database, now }: Pick<Services, 'database' | 'now'>,
  work: (db: Connection, by: ByProvider) => Promise<unknown>,
): Promise<string | null> {
  const refusal = await atTerminal(database, (db, by) => work(db, { by, now: now() }))
  return refusal && (refusal.why ?? refusal.type)
}
