import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { operationQuery } from './operationJson.ts'

/** The uuid behind a 32-character id in a path; anything else looks like an operation that does not exist. */
export function operationIdOf(hex: string): string {
  const id = uuidOf(hex)
  if (id === undefined) throw notFound(hex)
  return id
}

/** The whole operation as wire JSON. Refuses with ObjectNotFoundException. */
export async function operationText(db: Connection, scope: Scope, operationHex: string): Promise<string> {
  const row = await db.first<{ json: string }>(operationQuery(scope, operationIdOf(operationHex)))
  if (!row) throw notFound(operationHex)
  return row.json
}

/** What a verb reads from the operation that it answers with: names as on the wire. */
type Answered = {
  substatus: string
  captured_amount: number
  refunded_amount: number
  remaining_amount: number
  captures: { id: string }[]
  refunds: { id: string; amount: number; state: string }[]
}

/** As {@link operationText}, and parsed: for answers that carry more than the operation and pass its text on. */
export async function operationAnswer(db: Connection, scope: Scope, operationHex: string): Promise<{ json: string; operation: Answered }> {
  const json = await operationText(db, scope, operationHex)
  // Written by our own statement, whose shape the contract's check proves outside production.
  return { json, operation: JSON.parse(json) as Answered }
}
