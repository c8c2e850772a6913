import { unknownSpread, type LargeTable, type Spread } from './manyMerchants.ts'

/** A plan node as returned by `explain (format json)`. */
export type PlanNode = {
  'Node Type': string
  'Plan Rows': number
  'Parent Relationship'?: string
  'Relation Name'?: string
  Alias?: string
  /** The columns that it returns, in order. */
  Output?: string[]
  Operation?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  'Join Type'?: string
  'Join Filter'?: string
  'Hash Cond'?: string
  'Merge Cond'?: string
  'Subplan Name'?: string
  'CTE Name'?: string
  Plans?: PlanNode[]
}

/** Rows of a large table that one plan step reads; `untilFound`: the upper bound where the searched row may be rare. */
export type Reading = { table: string; by: string; rows: number; untilFound: boolean }

/** Large tables, and the columns of each index in order; an index that is not a B-tree has none. `scoped`: the statement is sent in a shop's scope. */
export type Services = { tables: Readonly<Record<string, LargeTable>>; indexes: ReadonlyMap<string, readonly string[]>; scoped: boolean }

/** The selectivity of a chosen time range: two weeks of a year. */
const shareOfStretch = 0.04
/** The selectivity of an inequality, PostgreSQL's default. */
const shareOfSide = 1 / 3
/** The selectivity of any other condition, PostgreSQL's default. */
const shareOfOther = 0.005
/** Number of elements of an array parameter, PostgreSQL's default. */
const listedValues = 10
/** The share of rows in test mode. */
export const shareOfTestMode = 0.03
/** A page of a list, or a batch. */
const maxPageRows = 2_000

/** Steps that return nothing before they have read all their input. */
const readsAllFirst = new Set(['Sort', 'Aggregate', 'Hash', 'WindowAgg', 'SetOp', 'BitmapAnd', 'BitmapOr'])

/** How often a step is executed, and whether a step above it stops it early (a limit, or an existence check). */
type Around = { times: number; limit: 'none' | 'page' | 'until found' }

/**
 * The rows of large tables that a plan reads in the largest shop, step by step, multiplied by the executions. Unlike the planner, which estimates for an
 * average shop and for the rows that remain, it counts the rows that have to be read.
 */
export function readingsOf(plan: PlanNode, services: Services): Reading[] {
  return read(plan, services, { times: 1, limit: 'none' })
}

function read(node: PlanNode, services: Services, around: Around): Reading[] {
  const own = ownReading(node, services, around)
  const below = (node.Plans ?? []).flatMap((child) => read(child, services, aroundChild(node, child, around)))
  return own ? [own, ...below] : below
}

function aroundChild(node: PlanNode, child: PlanNode, { times, limit }: Around): Around {
  switch (child['Parent Relationship']) {
    case 'InitPlan':
      return { times: 1, limit: 'none' }
    case 'SubPlan':
      return { times: isDoneOnce(node, child) ? 1 : times * rowsOut(node, limit), limit: 'none' }
    case 'Inner':
      if (node['Node Type'] !== 'Nested Loop') return { times, limit: 'none' }
      return { times: times * rowsOut(outerOf(node) ?? node, limitBelow(node, limit)), limit: 'none' }
    default:
      return { times, limit: limitBelow(node, limit) }
  }
}

const outerOf = ({ Plans = [] }: PlanNode) => Plans.find((child) => child['Parent Relationship'] === 'Outer')

/** How many rows a step returns by the planner's estimate, if no limit stops it. */
function rowsOut(node: PlanNode, limit: Around['limit']): number {
  const maxRows = limit === 'none' && !isPage(node) ? Infinity : maxPageRows
  return Math.max(1, Math.min(node['Plan Rows'], maxRows))
}

/** A limit, whatever nodes are beside or around it. */
const isPage = (node: PlanNode): boolean => {
  if (node['Node Type'] === 'Limit') return true
  const outer = outerOf(node)
  return (
    outer !== undefined &&
    ['Sort', 'LockRows', 'Unique', 'Subquery Scan', 'Nested Loop', 'Result'].includes(node['Node Type']) &&
    isPage(outer)
  )
}

/** A subplan whose rows are all collected at once, in a hash table. */
const isDoneOnce = (node: PlanNode, { 'Subplan Name': name }: PlanNode) => JSON.stringify({ ...node, Plans: [] }).includes(`hashed ${name}`)

function limitBelow(node: PlanNode, limit: Around['limit']): Around['limit'] {
  const type = node['Node Type']
  if (type === 'Limit') return 'page'
  if (limit === 'none' || readsAllFirst.has(type)) return 'none'
  const passesSome = node.Filter !== undefined || node['Join Type'] === 'Semi' || node['Join Type'] === 'Anti'
  return passesSome ? 'until found' : limit
}

function ownReading(node: PlanNode, services: Services, { times, limit }: Around): Reading | undefined {
  const name = node['Relation Name']
  const table = name === undefined ? undefined : services.tables[name]
  if (name === undefined || !table || ['ModifyTable', 'Tid Scan'].includes(node['Node Type'])) return undefined
  const end = limit === 'page' && isFiltered(node, services) ? 'until found' : limit
  const total = rowsOf(node, table, services)
  const rows = Math.round((end === 'page' ? Math.min(total, maxPageRows) : total) * times)
  return { table: name, by: indexOf(node) ?? node['Node Type'], rows, untilFound: end === 'until found' }
}

/** The condition of row-level security in a scope (`isolate_in_scope`). */
const inScopeOnly = /^\(*(?:(?:\w+\.)?merchant_id IS NULL\)+ OR )?COALESCE\(\(+(\w+\.)?merchant_id = \(InitPlan/
const ofShopOrMode = /^(\w+\.)?(merchant_id|mode) = /

/**
 * The condition of row-level security filters nothing out of the shop's own part of an index; nor does that of tables which are read across shops, unless the
 * reader has a scope.
 */
function isFiltered({ Filter: filter, 'Index Cond': condition = '' }: PlanNode, { scoped }: Services): boolean {
  if (filter === undefined) return false
  const ofShop = condition.includes('merchant_id = ')
  return conditionsOf(filter).some((one) => (inScopeOnly.test(one) ? scoped && !ofShop : !ofShop || !ofShopOrMode.test(one)))
}

const indexOf = (node: PlanNode): string | undefined => node['Index Name'] ?? node.Plans?.map(indexOf).find((name) => name !== undefined)

function rowsOf(node: PlanNode, table: LargeTable, services: Services): number {
  const below = (node.Plans ?? []).filter(
    (child) => child['Parent Relationship'] !== 'SubPlan' && child['Parent Relationship'] !== 'InitPlan',
  )
  switch (node['Node Type']) {
    case 'Index Scan':
    case 'Index Only Scan':
    case 'Bitmap Index Scan':
      return Math.max(1, (table.partial[node['Index Name'] ?? ''] ?? table.rows) * shareOf(node, table, services))
    case 'BitmapAnd':
      return Math.min(...below.map((child) => rowsOf(child, table, services)))
    case 'BitmapOr':
    case 'Bitmap Heap Scan':
      return below.reduce((sum, child) => sum + rowsOf(child, table, services), 0)
    default:
      return table.rows
  }
}

/** The kind of a condition on a column or an expression: equality, inequality, or null. */
type Condition = { column: string; operator: string; value: string }
const parts = /^(.+?) (=|<=|>=|<|>|~<=~|~>=~|~<~|~>~|IS NOT NULL|IS NULL)(?: (.*))?$/s

function conditionOf(text: string): Condition {
  const [, left = text, operator = '', value = ''] = parts.exec(text) ?? []
  const column = unwrapped(left.replace(/^ROW\((.+?),.*$/s, '$1').replace(/::[a-z ]+$/, '')).replaceAll(/\b[a-z]\w*\.(?=[a-z])/g, '')
  return { column, operator, value }
}

/**
 * The share of an index that is read. Its columns count in order, up to the first without a condition or with only an inequality: conditions on later columns
 * only filter the rows read. If no mode is given, both are tried. The merchant and another selective column
 * are correlated: the smaller share counts, not the product.
 */
function shareOf(node: PlanNode, table: LargeTable, services: Services): number {
  const conditions = node['Index Cond'] === undefined ? [] : conditionsOf(node['Index Cond']).map(conditionOf)
  const columns = services.indexes.get(node['Index Name'] ?? '') ?? conditions.map(({ column }) => column)
  let ofShop = 1
  let ofMode = 1
  let share = 1
  for (const column of columns) {
    const ofColumn = conditions.filter((one) => one.column === column)
    const sides = ofColumn.filter(({ operator }) => /^~?[<>]/.test(operator)).length
    if (column === 'merchant_id' && ofColumn.length > 0) ofShop = table.ofLargest
    else if (column === 'mode') ofMode = ofColumn.some(({ value }) => value.startsWith("'sandbox'")) ? shareOfTestMode : 1
    else if (sides > 0) return ofShop * ofMode * share * (sides > 1 ? shareOfStretch : shareOfSide)
    else if (ofColumn.length === 0) break
    else for (const one of ofColumn) share *= shareOfValues(table.columns[column] ?? unknownSpread, one, table.rows)
  }
  return ofMode * Math.min(ofShop, share)
}

function shareOfValues(spread: Spread, { operator, value }: Condition, rows: number): number {
  if (operator === 'IS NULL') return spread.none
  if (operator === 'IS NOT NULL') return 1 - spread.none
  if (operator === '') return shareOfOther
  if (!value.startsWith('ANY')) return shareOfValue(spread, /^'(.*?)'::/s.exec(value)?.[1], rows)
  const written = /^ANY \('\{(.*?)\}'/s.exec(value)?.[1]?.split(',')
  const shares = (written ?? Array.from({ length: listedValues }, () => undefined)).map((one) => shareOfValue(spread, one, rows))
  return Math.min(
    1,
    shares.reduce((sum, one) => sum + one, 0),
  )
}

function shareOfValue({ distinct, none, common }: Spread, value: string | undefined, rows: number): number {
  const known = value === undefined ? undefined : common[value]
  return known ?? (1 - none) / Math.max(1, distinct < 0 ? -distinct * rows : distinct)
}

/** The operands of a condition joined by `and`, or by another word, each without its brackets. */
export function conditionsOf(text: string, word = ' AND '): string[] {
  const inner = unwrapped(text)
  const ends = levelsOf(inner).flatMap((level, at) => (level === 0 && inner.startsWith(word, at) ? [at] : []))
  return [...ends, inner.length].map((end, nth) => unwrapped(inner.slice(nth === 0 ? 0 : (ends[nth - 1] ?? 0) + word.length, end)))
}

/** The nesting depth after each character; quoted text opens no brackets and counts as deeply nested. */
function levelsOf(text: string): number[] {
  let level = 0
  let quoted = false
  return text.split('').map((character) => {
    if (character === "'") quoted = !quoted
    else if (!quoted) level += character === '(' ? 1 : character === ')' ? -1 : 0
    return quoted ? Infinity : level
  })
}

/** Without the pairs of brackets around the whole condition. */
function unwrapped(text: string): string {
  if (!text.startsWith('(') || levelsOf(text).indexOf(0) !== text.length - 1) return text
  return unwrapped(text.slice(1, -1))
}
