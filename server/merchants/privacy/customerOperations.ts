import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { erasureMoment, type ErasureMoment } from '#domain/merchants/retention'
import type { Substatus } from '#domain/sales/operations/states'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { identifierColumn } from '../../sales/lifecycle/filterConditions.ts'
import { notHidden } from './concluded.ts'

/** An operation of a customer, and when their data can be erased from it. */
export type CustomerOperation = {
  id: string
  mid: string | null
  /** The name on that operation: another person may share the identifier. */
  customerName: string
  totalCents: number
  createdAt: Date
  when: ErasureMoment
}

type Row = {
  id: string
  mid: string | null
  customer_name: string
  total_cents: bigint
  held_cents: bigint
  created_at: Date
  substatus: Substatus
}

/**
 * All operations of the shop and mode with the same customer as one of them, newest first: those with its document or, without one, those
 * with its e-mail that have no document either, because families share an address but not a document. None when the customer is hidden.
 */
export async function operationsLike(db: Connection, scope: Scope, operationId: string): Promise<CustomerOperation[]> {
  const customer = await db.first<{ email: string; document_number: string | null }>(
    sql`select o.email, o.document_number from operations o where ${notHidden(scope)} and o.id = ${operationId}`,
  )
  if (!customer) return []
  if (customer.document_number !== null) return operationsOf(db, scope, sql`o.document_number = ${customer.document_number}`)
  return operationsOf(
    db,
    scope,
    customer.email === '' ? sql`o.id = ${operationId}` : sql`o.email = ${customer.email} and o.document_number is null`,
  )
}

/** All operations of a shop and mode whose customer has a normalised identifier. */
export const operationsBy = (db: Connection, scope: Scope, type: IdentifierType, value: string): Promise<CustomerOperation[]> =>
  operationsOf(db, scope, sql`${identifierColumn(type)} = ${value}`)

async function operationsOf(db: Connection, scope: Scope, condition: Sql): Promise<CustomerOperation[]> {
  const rows =
    await db.rows<Row>(sql`select o.id, o.mid, btrim(concat_ws(' ', o.first_name, o.last_name)) as customer_name, o.total_cents, o.held_cents, o.created_at, o.substatus from operations o
    where ${notHidden(scope)} and ${condition} order by o.created_at desc, o.id desc`)
  return rows.map(({ id, mid, substatus, ...row }) => ({
    id,
    mid,
    customerName: row.customer_name,
    totalCents: Number(row.total_cents),
    createdAt: row.created_at,
    when: erasureMoment({ substatus, heldCents: Number(row.held_cents) }),
  }))
}
