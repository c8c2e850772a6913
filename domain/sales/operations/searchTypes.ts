/** What a search was read as; this word, never the text, goes to analytics. */
export type SpecifiedSearchType = 'order_id' | 'mail' | 'name'

/** Our richer reading of the same bar, in the order in which the types are tried: the narrowest first. */
export const searchTypes = ['order_id', 'mail', 'settlement', 'document', 'amount', 'phone', 'order_number', 'name'] as const
export type SearchType = (typeof searchTypes)[number]
