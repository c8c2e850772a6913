import { trigrams, normaliseText } from '#domain/sales/operations/search'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'

/** Who buys. Unknown texts are empty; phone as nine digits, document without separators. */
export type CustomerNamed = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  documentNumber: string | null
}

/** What an operation is found by: name, e-mail and order number as search sees them, and the entries of its shop's index. */
export function searchEntries(scope: Scope, mid: string | null, { firstName, lastName, email }: CustomerNamed) {
  const searchText = normaliseText([firstName, lastName, mid ?? '', email].join(' '))
  return { searchText, grams: trigrams(`${scope.merchantId}:${scope.mode}`, searchText) }
}

/** Writes who the customer is into an operation and its search entries. The operation's row must be locked. */
export async function nameCustomer(db: Connection, scope: Scope, operationId: string, customer: CustomerNamed): Promise<void> {
  const row = await db.first<{ mid: string | null }>(
    sql`select o.mid from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}`,
  )
  if (!row) throw new Error('the operation is not there')
  const entries = searchEntries(scope, row.mid, customer)
  db.send(sql`update operations o set first_name = ${customer.firstName}, last_name = ${customer.lastName}, email = ${customer.email.toLowerCase()},
      phone = ${customer.phone}, document_number = ${customer.documentNumber}, search_text = ${entries.searchText}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${operationId}`)
  db.send(sql`update operation_grams g set grams = ${entries.grams}::integer[]
    where g.merchant_id = ${scope.merchantId} and g.mode = ${scope.mode} and g.operation_id = ${operationId}`)
}
