import { trigrams, normaliseText } from '#domain/sales/operations/search'
import { sentencesUnder, speaking, spoken, text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** What people read in files for the codes whose words stand under a beginning; Spanish, whoever asks for them (decision 0023). */
export const documentWords = (beginning: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(speaking('es', () => sentencesUnder(`${beginning}.`))).map(([key, word]) => [key.slice(beginning.length + 1), word]),
  )

/** What stands before and after the day, in each language that was asked in. */
const halves = new Map<string, readonly [before: string, after: string]>()

function hiddenSince(): readonly [before: string, after: string] {
  const language = spoken()
  const known = halves.get(language)
  if (known) return known
  const [before = '', after = ''] = text('privacy.hidden', { date: '\n' }).split('\n')
  halves.set(language, [before, after])
  return [before, after]
}

/** The customer of operation `o` by name; of one who is hidden, since when, in words. Empty where nobody is known. */
export function customerName(): Sql {
  const [before, after] = hiddenSince()
  return sql`case when o.customer_hidden_at is null then btrim(o.first_name || ' ' || o.last_name)
    else ${before} || to_char(o.customer_hidden_at at time zone 'Europe/Madrid', 'DD.MM.YYYY') || ${after} end`
}

/** The same in files, which stay Spanish whoever asks for them (decision 0023). */
export const customerNameInFiles = (): Sql => speaking('es', customerName)

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
