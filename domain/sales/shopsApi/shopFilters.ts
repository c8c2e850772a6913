import { orderNumber } from '../operations/orderNumber.ts'
import { readShopInstant } from './shopInstant.ts'

/** The filter kinds of the shops' API lists, as grouped in its description. */
export type LookupFamily = 'string' | 'range' | 'date' | 'isnull' | 'choices'
type FilterValueKind = 'text' | 'number' | 'instant'
export type FilterField = { name: string; kind: FilterValueKind; families: readonly LookupFamily[]; choices?: readonly string[] }

/** The lookups of each kind. */
export const lookups: Readonly<Record<LookupFamily, readonly string[]>> = {
  string: ['exact', 'iexact', 'contains', 'icontains', 'startswith', 'istartswith', 'endswith', 'iendswith', 'in', 'search'],
  range: ['exact', 'gt', 'gte', 'lt', 'lte'],
  date: ['year', 'month', 'week_day', 'day', 'hour'],
  isnull: ['isnull'],
  choices: ['exact'],
}

const text = (name: string): FilterField => ({ name, kind: 'text', families: ['string'] })
const number = (name: string, ...more: LookupFamily[]): FilterField => ({ name, kind: 'number', families: [...more, 'range'] })
const instant = (name: string, ...more: LookupFamily[]): FilterField => ({ name, kind: 'instant', families: [...more, 'date', 'range'] })
const choice = (name: string, choices: readonly string[]): FilterField => ({ name, kind: 'text', families: ['choices'], choices })

/** The filterable fields of the list of operations; nested names are joined by hyphens. */
export const orderFilters: readonly FilterField[] = [
  text('mid'),
  text('id'),
  number('total_amount'),
  number('discount', 'isnull'),
  number('discount_rate', 'isnull'),
  instant('created'),
  instant('verified', 'isnull'),
  instant('confirmed', 'isnull'),
  instant('cancelled', 'isnull'),
  choice('instalment_plan-downpayment-state', ['pending', 'paid', 'failed', 'refunded']),
  number('instalment_plan-downpayment-amount', 'isnull'),
  text('customer-id'),
  text('customer-phone-number'),
  text('customer-phone-country'),
  instant('customer-created'),
  text('customer-document_id-number'),
  text('customer-document_id-country'),
  choice('customer-document_id-type', ['nif', 'nie', 'cif', 'passport', 'others']),
  text('account-id'),
  choice('account-type', ['g', 'n', 'e']),
  choice('account-gender', ['0', '1', '2', '3']),
  instant('account-last_login', 'isnull'),
  instant('account-date_joined', 'isnull'),
]

export const orderStatuses = ['ok', 'pending', 'ko', 'any'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The orderings of the list; a leading minus reverses one. */
export const orderOrderings = [
  'total_amount',
  'created',
  'verified',
  'confirmed',
  'cancelled',
  'account-last_login',
  'account-date_joined',
  'account-created',
] as const
type OrderOrdering = (typeof orderOrderings)[number]

/**
 * One condition: the field matches the lookup for any of the values. Strings as received; numbers; instants as `since` and `before`, the first instant of the
 * value and the first after it, so that a date covers the whole day.
 */
export type Filter = {
  field: string
  lookup: string
  values: readonly (string | number | boolean | { since: Date; before: Date })[]
}
export type ReadFilters = {
  page: number
  filters: Filter[]
  statuses: OrderStatus[]
  /** Terms that must all occur in the customer's name or e-mail. */
  terms: string[]
  ordering: { by: OrderOrdering; descending: boolean }[]
}
/** An invalid parameter, and why. */
type FilterProblem = { name: string; code: 'unknown' | 'required' | 'format' | 'option' | 'too_big' }

const maxPages = 200_000
/** Maximum values of one parameter (use `-in` for more), and maximum words of a search. */
const maxValues = 20
const maxTerms = 10

/** The words of a search. */
export const termsOf = (value: string): string[] => value.split(/[\s,]+/).filter((term) => term !== '')

const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Every filter parameter, with its field and lookup. */
const known = new Map(
  orderFilters.flatMap((field) =>
    field.families.flatMap((family) =>
      lookups[family].flatMap((lookup) => {
        const named = [`${field.name}-${lookup}`, { field, lookup }] as const
        return lookup === 'exact' ? [[field.name, { field, lookup }] as const, named] : [named]
      }),
    ),
  ),
)

/** Every parameter of the list, for the API description. */
export const orderParameters: readonly string[] = ['page', 'q', 'ordering', 'status', ...known.keys()]

/**
 * Parses the query parameters of the list of operations. Different parameters must all match; a repeated one (`f=a&f=b`, `f[]=a`, `f[0]=a`) matches any of
 * its values. An unknown or empty one is an error, because ignoring a filter would return somebody else's operation.
 */
export function readOrderFilters(pairs: Iterable<readonly [string, string]>): ReadFilters | { problems: FilterProblem[] } {
  const valuesByName = new Map<string, string[]>()
  for (const [written, value] of pairs) {
    const name = written.replace(/\[\d*\]$/, '')
    valuesByName.set(name, [...(valuesByName.get(name) ?? []), value])
  }
  const problems: FilterProblem[] = []
  const read: ReadFilters = { page: 1, filters: [], statuses: [], terms: [], ordering: [] }
  for (const [name, values] of valuesByName) {
    const code = readOne(read, name, values)
    if (code !== null) problems.push({ name, code })
  }
  return problems.length > 0 ? { problems } : read
}

/** Parses one parameter into `read`; returns the error code, if any. */
function readOne(read: ReadFilters, name: string, values: readonly string[]): FilterProblem['code'] | null {
  if (values.some((value) => value.trim() === '')) return 'required'
  if (values.length > maxValues) return 'too_big'
  switch (name) {
    case 'page':
      read.page = Number(values[0])
      return values.length === 1 && /^[1-9]\d{0,5}$/.test(values[0] ?? '') && read.page <= maxPages ? null : 'format'
    case 'q':
      read.terms = values.flatMap(termsOf)
      return problemOfTerms(read.terms)
    case 'status':
      read.statuses = orderStatuses.filter((status) => values.includes(status))
      return values.every((value) => orderStatuses.some((status) => status === value)) ? null : 'option'
    case 'ordering':
      return readOrdering(read, values.join().split(','))
    default:
      return readFilter(read, name, values)
  }
}

/** Each key once: a repetition would have no effect. */
function readOrdering(read: ReadFilters, written: readonly string[]): FilterProblem['code'] | null {
  read.ordering = written.flatMap(orderingOf)
  return new Set(read.ordering.map(({ by }) => by)).size === written.length ? null : 'option'
}

function problemOfTerms(terms: readonly string[]): FilterProblem['code'] | null {
  if (terms.length === 0) return 'required'
  if (terms.length > maxTerms) return 'too_big'
  return terms.every(isStorable) ? null : 'format'
}

/** Whether PostgreSQL can store it as text. */
const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed()

function orderingOf(written: string): ReadFilters['ordering'] {
  const by = orderOrderings.find((one) => one === written.trim().replace(/^-/, ''))
  return by === undefined ? [] : [{ by, descending: written.trim().startsWith('-') }]
}

function readFilter(read: ReadFilters, name: string, texts: readonly string[]): FilterProblem['code'] | null {
  const definition = known.get(name)
  if (!definition) return 'unknown'
  const { field, lookup } = definition
  const values = texts.map((value) => valueOf(field, lookup, field.name === 'mid' ? orderNumber(value) : value.trim()))
  if (values.includes(undefined)) return field.choices ? 'option' : 'format'
  const problem = lookup === 'search' ? texts.map((value) => problemOfTerms(termsOf(value))).find((code) => code !== null) : undefined
  if (problem) return problem
  read.filters.push({ field: field.name, lookup, values: values.filter((value) => value !== undefined) })
  return null
}

/** A value as its lookup needs it; undefined when it is invalid. */
function valueOf({ kind, choices }: FilterField, lookup: string, value: string): Filter['values'][number] | undefined {
  if (lookup === 'isnull') return { yes: true, true: true, no: false, false: false }[value.toLowerCase()]
  if (lookup === 'week_day') return weekDays.indexOf(value.toLowerCase()) + 1 || undefined
  if (kind === 'number' || lookups.date.includes(lookup)) return /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
  if (kind === 'instant') return readShopInstant(value)
  if (!isStorable(value)) return undefined
  return choices && !choices.includes(value) ? undefined : value
}
