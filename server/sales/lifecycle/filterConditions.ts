import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { isLocalDate, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { categories, channels, products, substatuses } from '#domain/sales/operations/lifecycle'
import type { SearchType } from '#domain/sales/operations/search'
import { searchTypes } from '#domain/sales/operations/searchTypes'
import type { Category, Channel, Product, Substatus } from '#domain/sales/operations/states'
import type { OperationFact } from '#domain/sales/operations/facts'
import { text } from '../../platform/calls/messages.ts'
import { factCondition } from './factCondition.ts'
import { idFrom, Refusal } from '../../platform/calls/refusal.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text)
const day = (text: string) => (isLocalDate(text) ? text : undefined)
const cents = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : undefined)

/** Query parameters of the list, the filter each becomes, and its schema. */
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
 * Reads the list's filters as they were saved, by their query parameter names. Values that are no longer valid are left out, as the list itself does;
 * ordering and page are not filters.
 */
export function readListFilters(pairs: readonly { key: string; value: string }[]): Filters {
  const valid = pairs.flatMap(({ key, value }) => {
    if (!isKnown(key) || value === '') return []
    const read = readers[key].read(value)
    return read === undefined ? [] : [[readers[key].as, read] as const]
  })
  return Object.fromEntries(valid)
}

const isKnown = (key: string): key is keyof typeof readers => Object.hasOwn(readers, key)

const columns: Readonly<Record<IdentifierType, Sql>> = {
  email: sql`o.email`,
  phone: sql`o.phone`,
  document: sql`o.document_number`,
}

/** The column of an operation, over `o`, that holds an identifier type; empty or null when unknown. */
export const identifierColumn = (type: IdentifierType): Sql => columns[type]

/** Start instant of `from` and end instant of `to`, both Madrid days; refuses a day that does not exist. */
export function madridDays(query: { from?: string | undefined; to?: string | undefined }): {
  since: Date | undefined
  before: Date | undefined
} {
  const day = (name: 'from' | 'to') => {
    const value = query[name]
    if (value === undefined || isLocalDate(value)) return value
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'format', message: text('errors.field.format') }] })
  }
  const [from, to] = [day('from'), day('to')]
  return {
    since: from && startOfMadridDay(from),
    before: to && startOfNextMadridDay(to),
  }
}

/** The filters that list, counts, download and reports share: days of Madrid, amounts in cents (`operationFilters` of the contract). */
export type Filters = {
  status?: Category | undefined
  substatus?: Substatus | undefined
  q?: string | undefined
  searchAs?: SearchType | undefined
  from?: string | undefined
  to?: string | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
  channel?: Channel | undefined
  product?: Product | undefined
  campaign?: string | undefined
  /** `from` and `to` are days of it. */
  fact?: OperationFact | undefined
}

/** Conditions on `o` for every filter but `q`; `status` and `substatus` only when `withStatus`. Days are Madrid days. */
export const filterConditions = (filters: Filters, withStatus: boolean): Sql[] => [
  ...placeConditions(filters, withStatus),
  ...amountConditions(filters),
  ...saleConditions(filters),
]

/** The conditions on the leading columns of the time-ordered indexes: status and days. */
export function placeConditions(filters: Filters, withStatus: boolean): Sql[] {
  const { since, before } = madridDays(filters)
  return [
    ...ifPresent(withStatus ? filters.status : undefined, (status) => sql`o.category = ${status}`),
    ...ifPresent(withStatus ? filters.substatus : undefined, (substatus) => sql`o.substatus = ${substatus}`),
    ...(filters.fact !== undefined ? [factCondition(filters.fact, { since, before })] : createdConditions({ since, before })),
  ]
}

type Between = { since: Date | undefined; before: Date | undefined }

const createdConditions = ({ since, before }: Between): Sql[] => [
  ...ifPresent(since, (instant) => sql`o.created_at >= ${instant}`),
  ...ifPresent(before, (instant) => sql`o.created_at < ${instant}`),
]

/** Minimum and maximum amount, in cents. */
export const amountConditions = ({ minAmount, maxAmount }: Filters, amount: Sql = sql`o.total_cents`): Sql[] => [
  ...ifPresent(minAmount, (cents) => sql`${amount} >= ${cents}::bigint`),
  ...ifPresent(maxAmount, (cents) => sql`${amount} <= ${cents}::bigint`),
]

/** Channel and product, columns included in the indexes, so that rows are filtered without a heap fetch; and campaign. */
export const saleConditions = ({ channel, product, campaign }: Filters): Sql[] => [
  ...ifPresent(channel, (value) => sql`o.channel = ${value}`),
  ...ifPresent(product, (value) => sql`o.product = ${value}`),
  ...ifPresent(campaign, (value) => sql`o.campaign_id = ${idFrom(value)}`),
]

const ifPresent = <T>(value: T | undefined, condition: (value: T) => Sql): Sql[] => (value === undefined ? [] : [condition(value)])

/** True when the list is narrowed by category and sub-status only, so that the daily counters can locate its pages. */
export function onlyStatus({ q, from, to, minAmount, maxAmount, channel, product, campaign, fact }: Filters): boolean {
  return !q && [from, to, minAmount, maxAmount, channel, product, campaign, fact].every((value) => value === undefined)
}
