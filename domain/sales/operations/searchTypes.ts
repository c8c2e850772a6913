/** The type of a search; analytics gets this word, never the text. */
export type SpecifiedSearchType = 'order_id' | 'mail' | 'name'

/** The search types of the panel, in the order in which they are tried: the most specific first. */
export const searchTypes = ['order_id', 'mail', 'settlement', 'document', 'amount', 'phone', 'order_number', 'name'] as const
export type SearchType = (typeof searchTypes)[number]
