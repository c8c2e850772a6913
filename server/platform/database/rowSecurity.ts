/**
 * Which rows a connection touches in the tables with `merchant_id`: in `distributed` ones (`distribution.ts`) those of its scope alone, in all others
 * those of its scope and of no shop, or every row without a scope. `rowSecurity.test.ts` compares it with the catalogue.
 */

/** Tables whose rows of other shops a scope lets be read but not changed, each with its reason. */
export const readableInScope = {
  audit_entries: 'a request in one shop asks what a person did in all shops of the account',
} as const satisfies Readonly<Record<string, string>>

const ofCompany = 'of a company: its shops share the rows, whichever of them a row names'
/** Before PostgreSQL 18, which skips over a column of an index: the comparison of an enum is not leakproof. */
const byMode = 'read by shop and mode in one large table: beside a condition of row-level security an index is not searched by the mode'
const byExpression = 'searched by an index of an expression, which is not used beside a condition of row-level security'

/** Tables with `merchant_id` and without row-level security, each with its reason. */
export const outsideRowSecurity = {
  api_call_hours: byMode,
  bank_accounts: ofCompany,
  bank_consents: ofCompany,
  daily_buyers: byMode,
  daily_counts: byMode,
  daily_requests: byMode,
  daily_sales: byMode,
  deadlines: byMode,
  identity_checks: byMode,
  notifications: ofCompany,
  operation_lookups: byMode,
  operation_trigrams: byMode,
  privacy_queue: byMode,
  refund_lookups: byExpression,
  user_merchants: 'a member without rows may enter all shops of the account: a hidden row would widen what they may do',
} as const satisfies Readonly<Record<string, string>>
