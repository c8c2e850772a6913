import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { ofThese } from './concluded.ts'

type StoredAnswer = { scope_hash: Buffer; body: string }

/**
 * Removes the customer from the stored answers to writes on some operations and their checkouts, including texts about them; a repeated
 * write still gets an answer of the same shape. Returns how many changed.
 */
export async function eraseFromReplies(
  db: Connection,
  scope: Scope,
  operationIds: readonly string[],
  words: readonly string[],
): Promise<number> {
  const answers = await db.rows<StoredAnswer>(repliesAbout(scope, operationIds))
  const changed = answers.flatMap(({ scope_hash: hash, body }) => {
    const without = withoutCustomer(body, words)
    return without === body ? [] : [{ hash, body: without }]
  })
  if (changed.length === 0) return 0
  return db.run(sql`update idempotency_keys k set body = c.body
    from unnest(${changed.map(({ hash }) => hash)}::bytea[], ${changed.map(({ body }) => body)}::text[]) c (hash, body) where k.scope_hash = c.hash`)
}

/** The stored answers about some operations and their checkouts. */
export const repliesAbout = (scope: Scope, operationIds: readonly string[]): Sql => sql`select k.scope_hash, k.body from idempotency_keys k
  where k.body is not null and k.about = any(${[...operationIds]}::uuid[] || array(select c.id from checkouts c where ${ofThese('c', scope, operationIds)}))
  order by k.scope_hash for update`

/** Fields, in either spelling, that hold a customer's data or free text. */
const customerFields = new Set(
  `customer customername firstname lastname name email phone document documentnumber birthday address billing shipping billingaddress shippingaddress
  comment comments note notes text message recipient`.split(/\s+/),
)

/** Values of those fields that are ours: an id, an instant. */
const ownValue = /^([0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/

/** The body with every value that may be the customer's emptied; a body that is no JSON, such as a sealed one, is unchanged. */
export function withoutCustomer(body: string, words: readonly string[]): string {
  const known = words.map((word) => word.toLowerCase())
  const names = (text: string) => known.some((word) => text.toLowerCase().includes(word))
  const emptied = (value: unknown, isCustomerField: boolean): unknown => {
    if (typeof value === 'string') return names(value) || (isCustomerField && !ownValue.test(value)) ? '' : value
    if (Array.isArray(value)) return value.map((one) => emptied(one, isCustomerField))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        emptied(one, isCustomerField || customerFields.has(key.replaceAll('_', '').toLowerCase())),
      ]),
    )
  }
  try {
    return JSON.stringify(emptied(JSON.parse(body), false))
  } catch {
    return body
  }
}
