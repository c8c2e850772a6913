/**
 * Which rows a connection touches in the tables with `merchant_id`: in `distributed` ones (`distribution.ts`) those of its scope alone, in all others
 * those of its scope and of no shop, or every row without a scope. `rowSecurity.test.ts` compares it with the catalogue.
 */

/** Tables whose rows of other shops a scope lets be read but not changed, each with its reason. */
export const readableInScope = {
  audit_entries: 'a request in one shop asks what a person did in all shops of the account',
  operation_trigrams: 'hashes alone: the index of the search is not used beside a condition of row-level security',
} as const satisfies Readonly<Record<string, string>>

/** Tables with `merchant_id` and without row-level security, each with its reason. */
export const outsideRowSecurity = {
  operation_lookups: 'ids and hashes: the index of the provider’s search gives no order of a mode beside a condition of row-level security',
  user_merchants: 'a member without rows may enter all shops of the account: a hidden row would widen what they may do',
} as const satisfies Readonly<Record<string, string>>
