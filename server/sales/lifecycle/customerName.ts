import { trigrams, normaliseText } from '#domain/sales/operations/search'
import { messagesUnder, withLanguage, currentLanguage, text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { renewLookup } from './operationLookups.ts'

/** The words that files show for the codes under a message key prefix; always Spanish (decision 0023). */
export const documentLabels = (beginning: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(withLanguage('es', () => messagesUnder(`${beginning}.`))).map(([key, word]) => [key.slice(beginning.length + 1), word]),
  )

/** The text before and after the date, cached for each language used so far. */
const halves = new Map<string, readonly [before: string, after: string]>()

function hiddenSince(): readonly [before: string, after: string] {
  const language = currentLanguage()
  const known = halves.get(language)
  if (known) return known
  const [before = '', after = ''] = text('privacy.hidden', { date: '\n' }).split('\n')
  halves.set(language, [before, after])
  return [before, after]
}

/** SQL for the customer's name of operation `o`; for a hidden customer, the sentence that says since when. Empty when no customer is known. */
export function customerName(): Sql {
  const [before, after] = hiddenSince()
  return sql`case when o.customer_hidden_at is null then btrim(o.first_name || ' ' || o.last_name)
    else ${before} || to_char(o.customer_hidden_at at time zone 'Europe/Madrid', 'DD.MM.YYYY') || ${after} end`
}

/** The same for files, which are always Spanish (decision 0023). */
export const customerNameInFiles = (): Sql => withLanguage('es', customerName)

/** The customer. Unknown texts are empty; phone as nine digits, document without separators. */
export type CustomerNamed = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  documentNumber: string | null
}
export const customerFields = ['firstName', 'lastName', 'email', 'phone', 'documentNumber'] as const satisfies (keyof CustomerNamed)[]

/**
 * The search columns of an operation: normalised name and order number, and the trigrams of its shop's index. Without the e-mail address, whose column has
 * an index: a mail provider's name would find all operations, and none of them by name.
 */
export function searchEntries(scope: Scope, mid: string | null, { firstName, lastName }: Pick<CustomerNamed, 'firstName' | 'lastName'>) {
  const searchText = normaliseText([firstName, lastName, mid ?? ''].join(' '))
  return { searchText, trigrams: trigrams(`${scope.merchantId}:${scope.mode}`, searchText) }
}

/** Who is named, and the installation's secret, from which the keys of the search across shops are derived. */
type Naming = { operationId: string; customer: CustomerNamed; secret: string }

/** Writes the customer into an operation and its search entries. The operation's row must be locked. */
export async function nameCustomer(db: Connection, scope: Scope, { operationId, customer, secret }: Naming): Promise<void> {
  const row = await db.first<{ mid: string | null }>(
    sql`select o.mid from operations o where ${inScope(scope, 'o')} and o.id = ${operationId}`,
  )
  if (!row) throw new Error(`operation ${operationId} does not exist`)
  const entries = searchEntries(scope, row.mid, customer)
  db.send(sql`update operations o set first_name = ${customer.firstName}, last_name = ${customer.lastName}, email = ${customer.email.toLowerCase()},
      phone = ${customer.phone}, document_number = ${customer.documentNumber}, search_text = ${entries.searchText}
    where ${inScope(scope, 'o')} and o.id = ${operationId}`)
  db.send(sql`update operation_trigrams g set grams = ${entries.trigrams}::integer[]
    where ${inScope(scope, 'g')} and g.operation_id = ${operationId}`)
  renewLookup(db, scope, operationId, secret)
}
