import { isLocalDate } from '#domain/platform/dates'
import { categories, channels, products, substatuses } from '#domain/sales/operations/lifecycle'
import { searchTypes } from '#domain/sales/operations/searchTypes'
import type { Filters } from './filterConditions.ts'

const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text)
const day = (text: string) => (isLocalDate(text) ? text : undefined)
const cents = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined)

/** Names in the list's address, what each becomes, and what it may be. */
const readers = {
  status: { as: 'status', read: oneOf(categories) },
  substatus: { as: 'substatus', read: oneOf(substatuses) },
  q: { as: 'q', read: (text: string) => text.slice(0, 120) },
  search_as: { as: 'searchAs', read: oneOf(searchTypes) },
  from: { as: 'from', read: day },
  to: { as: 'to', read: day },
  min_amount: { as: 'minAmount', read: cents },
  max_amount: { as: 'maxAmount', read: cents },
  channel: { as: 'channel', read: oneOf(channels) },
  product: { as: 'product', read: oneOf(products) },
} as const satisfies Record<string, { as: keyof Filters; read: (text: string) => unknown }>

/**
 * The list's filters as they were kept, by their names in the address. What is no longer valid is left out, as the list itself leaves it out;
 * order and page are no filters.
 */
export function readListFilters(kept: readonly { key: string; value: string }[]): Filters {
  const valid = kept.flatMap(({ key, value }) => {
    if (!isKnown(key) || value === '') return []
    const read = readers[key].read(value)
    return read === undefined ? [] : [[readers[key].as, read] as const]
  })
  return Object.fromEntries(valid)
}

const isKnown = (key: string): key is keyof typeof readers => Object.hasOwn(readers, key)
