import type { Operation } from '#contract/operations'
import { maskDocument, maskPhone } from '#domain/identifiers'
import type { Role } from '#domain/roles'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { notFound } from '../http/refusal.ts'
import { toCamel, uuidOf } from '../http/wire.ts'
import { operationQuery } from './operationJson.ts'

/** The uuid behind a 32-character id in a path; anything else looks like an operation that does not exist. */
export function operationIdOf(hex: string): string {
  const id = uuidOf(hex)
  if (id === undefined) throw notFound(hex)
  return id
}

/** The whole operation as wire JSON; a guest's copy hides document and phone. Refuses with ObjectNotFoundException. */
export async function operationText(db: Connection, scope: Scope, operationHex: string, role: Role): Promise<string> {
  const row = await db.first<{ json: string }>(operationQuery(scope, operationIdOf(operationHex)))
  if (!row) throw notFound(operationHex)
  return role === 'guest' ? masked(row.json) : row.json
}

/** As {@link operationText}, parsed: for answers that carry more than the operation. */
export async function operationShape(db: Connection, scope: Scope, operationHex: string, role: Role): Promise<Operation> {
  // Checked against the contract before it leaves, outside production.
  return toCamel(JSON.parse(await operationText(db, scope, operationHex, role))) as Operation
}

function masked(json: string): string {
  const operation = JSON.parse(json) as { customer: { phone: string | null; document_number: string | null } }
  const { customer } = operation
  customer.phone &&= maskPhone(customer.phone)
  customer.document_number &&= maskDocument(customer.document_number)
  return JSON.stringify(operation)
}
