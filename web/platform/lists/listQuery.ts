import { isLocalDate, type LocalDate } from '#domain/platform/dates'
import {
  categories,
  categoryOf,
  channels,
  products,
  substatuses,
  type Category,
  type Channel,
  type Product,
  type Substatus,
} from '#domain/sales/operations/lifecycle'
import { operationFacts, type OperationFact } from '#domain/sales/operations/facts'
import { searchTypes, type SearchType } from '#domain/sales/operations/searchTypes'

/** Orderings of the list; a minus is descending. */
export const orderings = ['-created', 'created', '-total_amount', 'total_amount'] as const
export type Ordering = (typeof orderings)[number]

/** Dialogs over the list; in the address, so that reload and Back keep them. */
export const listDialogs = ['simulator', 'guide', 'keys', 'bulkCapture', 'bulkRefund', 'bulkExport', 'views', 'changes'] as const
export type ListDialog = (typeof listDialogs)[number]

/** The query of the operations list. Amounts in cents, days in Madrid; null and '' are no filter. */
export type ListQuery = {
  status: Category | null
  substatus: Substatus | null
  q: string
  searchAs: SearchType | null
  from: LocalDate | null
  to: LocalDate | null
  minAmount: number | null
  maxAmount: number | null
  channel: Channel | null
  product: Product | null
  /** What happened to the operations on the days; null: they were created. */
  fact: OperationFact | null
  campaign: string | null
  ordering: Ordering
  page: number
  /** The saved view that it started from. */
  view: string | null
  dialog: ListDialog | null
}

/** The default query: everything, newest first, no date filter. */
export const emptyListQuery: ListQuery = {
  status: null,
  substatus: null,
  q: '',
  searchAs: null,
  from: null,
  to: null,
  minAmount: null,
  maxAmount: null,
  channel: null,
  product: null,
  fact: null,
  campaign: null,
  ordering: '-created',
  page: 1,
  view: null,
  dialog: null,
}

/** The search parameter of each field. */
const parameters = {
  status: 'status',
  substatus: 'substatus',
  q: 'q',
  searchAs: 'search_as',
  from: 'from',
  to: 'to',
  minAmount: 'min_amount',
  maxAmount: 'max_amount',
  channel: 'channel',
  product: 'product',
  fact: 'fact',
  campaign: 'campaign',
  ordering: 'ordering',
  page: 'page',
  view: 'view',
  dialog: 'dialog',
} as const satisfies Record<keyof ListQuery, string>

const MAX_PAGE = 200_000
const MAX_CENTS = 1_000_000_000
const MAX_SEARCH = 120

const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | null =>
    values.find((value) => value === text) ?? null

const integer = (low: number, high: number) => (text: string) => {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return value >= low && value <= high ? value : null
}

const readers: { [K in keyof ListQuery]: (text: string) => ListQuery[K] | null } = {
  status: oneOf(categories),
  substatus: oneOf(substatuses),
  q: (text) => text.slice(0, MAX_SEARCH),
  searchAs: oneOf(searchTypes),
  from: (text) => (isLocalDate(text) ? text : null),
  to: (text) => (isLocalDate(text) ? text : null),
  minAmount: integer(0, MAX_CENTS),
  maxAmount: integer(0, MAX_CENTS),
  channel: oneOf(channels),
  product: oneOf(products),
  fact: oneOf(operationFacts),
  campaign: (text) => (/^[0-9a-f]{32}$/.test(text) ? text : null),
  ordering: oneOf(orderings),
  page: integer(1, MAX_PAGE),
  view: (text) => (/^[0-9a-f]{32}$/.test(text) ? text : null),
  dialog: oneOf(listDialogs),
}

/** A search parameter whose value is invalid. */
export type IgnoredParameter = { parameter: string; value: string }

const fields = Object.keys(parameters) as (keyof ListQuery)[] // keys of a literal object

/**
 * Parses the address’s query. An invalid value is left out and listed in `ignored`, so that it never empties the list; a sub-status decides its
 * category, and crossed bounds drop the second one.
 */
export function readListQuery(search: Readonly<Record<string, unknown>>): { query: ListQuery; ignored: IgnoredParameter[] } {
  const query: ListQuery = { ...emptyListQuery }
  const ignored: IgnoredParameter[] = []
  const read = <K extends keyof ListQuery>(field: K) => {
    const text = textOf(search[parameters[field]])
    if (text === '') return
    const value = readers[field](text)
    if (value === null) ignored.push({ parameter: parameters[field], value: text })
    else query[field] = value
  }
  for (const field of fields) read(field)
  const drop = (field: keyof ListQuery, value: unknown) => ignored.push({ parameter: parameters[field], value: String(value) })
  if (query.substatus) {
    const category = categoryOf(query.substatus)
    if (query.status && query.status !== category) drop('status', query.status)
    query.status = category
  }
  if (query.from && query.to && query.from > query.to) {
    drop('to', query.to)
    query.to = null
  }
  if (query.minAmount !== null && query.maxAmount !== null && query.minAmount > query.maxAmount) {
    drop('maxAmount', query.maxAmount)
    query.maxAmount = null
  }
  if (query.q === '') query.searchAs = null
  return { query, ignored }
}

function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' || typeof first === 'number' ? String(first).trim() : ''
}

/** The query as search parameters: only what differs from the default (empty values are dropped). */
export function listSearch(query: ListQuery): Record<string, string> {
  const search: Record<string, string> = {}
  for (const field of fields) {
    const value = query[field]
    if (value !== null && value !== emptyListQuery[field]) search[parameters[field]] = String(value)
  }
  return search
}

/** The query with some filters changed: resets the page, unless the page is what changes. */
export function withChange(query: ListQuery, change: Partial<ListQuery>): ListQuery {
  const next = { ...query, page: 1, ...change }
  return 'q' in change && !('searchAs' in change) ? { ...next, searchAs: null } : next
}

/** Another page of the same list, or a dialog over it; the filters stay. */
export function sameList(query: ListQuery, change: Pick<Partial<ListQuery>, 'page' | 'dialog'>): ListQuery {
  return { ...query, ...change }
}

/** The filters as the calls take them; absent ones are undefined. */
export function filtersOf(query: ListQuery) {
  return {
    status: query.status ?? undefined,
    substatus: query.substatus ?? undefined,
    ...countFiltersOf(query),
  }
}

/** The filters of the counts: all but category and sub-status. */
export function countFiltersOf(query: ListQuery) {
  return {
    q: query.q === '' ? undefined : query.q,
    searchAs: query.searchAs ?? undefined,
    from: query.from ?? undefined,
    to: query.to ?? undefined,
    minAmount: query.minAmount ?? undefined,
    maxAmount: query.maxAmount ?? undefined,
    channel: query.channel ?? undefined,
    product: query.product ?? undefined,
    fact: query.fact ?? undefined,
    campaign: query.campaign ?? undefined,
  }
}
