import { requestFacts, saleFacts, type RequestFact, type SaleFact } from '#domain/sales/operations/facts'
import { joinSql, named, sql, type Sql } from '../../platform/database/sql.ts'
import { buyerCounters, buyersOfHistory, countsOfHistory, requestsOfHistory, salesOfHistory, type Which } from './figuresOfHistory.ts'

const columns = (facts: readonly (RequestFact | SaleFact)[]) => facts.flatMap((fact) => [fact, `${fact}_cents`])

/**
 * A table of figures: its key without slot, its counters, and its rows as history says (`ofHistory`) and as changes `e`, rows of `operation_changes`, add to
 * it (`ofChanges`, whose FROM clause follows).
 */
type FigureTable = {
  table: string
  key: readonly string[]
  counters: readonly string[]
  ofHistory: (which: Which) => Sql
  ofChanges: { columns: Sql; from: (changes: Sql) => Sql }
}

/** A counter and its sum of cents: of changes of which a condition holds. */
const counted = (condition: Sql, cents: Sql): Sql => sql`(${condition})::integer, case when ${condition} then ${cents} else 0 end`
const price = sql`e.price_cents`
const isFact = (fact: string): Sql => sql`e.fact = ${fact}`

const requestsOfChanges = {
  columns: sql`e.merchant_id, e.mode, e.day, e.channel, ${joinSql(requestFacts.map((fact) => counted(isFact(fact), price)))}`,
  from: (changes: Sql) => sql`${changes} e where e.fact = any(${[...requestFacts]}::text[])`,
}

const moving = ['captured', 'refunded', 'cancelled'] as const
const salesOfChanges = {
  columns: sql`e.merchant_id, e.mode, e.day, e.channel, e.product, e.campaign_id, ${counted(sql`e.sold`, price)},
    ${joinSql(moving.map((fact) => counted(isFact(fact), sql`e.cents`)))}, e.fee_cents, e.vat_cents, e.subsidy_cents`,
  from: (changes: Sql) => sql`${changes} e where e.fact = any(${[...moving]}::text[])`,
}

const buyersOfChanges = {
  columns: sql`e.merchant_id, e.mode, e.day, e.channel, ${joinSql(
    buyerCounters.filter((name) => !name.endsWith('_cents')).map((name) => counted(sql`${name} = any(e.buyers)`, price)),
  )}`,
  from: (changes: Sql) => sql`${changes} e where e.sold`,
}

const countsOfChanges = {
  columns: sql`e.merchant_id, e.mode, split_part(c.property, '=', 1), e.day, substr(c.property, strpos(c.property, '=') + 1), e.channel, 1,
    case when e.fact in ('refunded', 'cancelled') then e.cents else e.price_cents end`,
  from: (changes: Sql) => sql`${changes} e cross join lateral unnest(e.counts) c (property)`,
}

const requests: FigureTable = {
  table: 'daily_requests',
  key: ['merchant_id', 'mode', 'day', 'channel'],
  counters: columns(requestFacts),
  ofHistory: requestsOfHistory,
  ofChanges: requestsOfChanges,
}
const sales: FigureTable = {
  table: 'daily_sales',
  key: ['merchant_id', 'mode', 'day', 'channel', 'product', 'campaign_id'],
  counters: [...columns(saleFacts), 'fee_cents', 'vat_cents', 'subsidy_cents'],
  ofHistory: salesOfHistory,
  ofChanges: salesOfChanges,
}
const buyers: FigureTable = {
  table: 'daily_buyers',
  key: ['merchant_id', 'mode', 'day', 'channel'],
  counters: buyerCounters,
  ofHistory: buyersOfHistory,
  ofChanges: buyersOfChanges,
}
const counts: FigureTable = {
  table: 'daily_counts',
  key: ['merchant_id', 'mode', 'kind', 'day', 'value', 'channel'],
  counters: ['many', 'cents'],
  ofHistory: countsOfHistory,
  ofChanges: countsOfChanges,
}
export const figureTables = [requests, sales, buyers, counts] as const

const namesOf = ({ key, counters }: FigureTable): Sql => joinSql([...key, ...counters].map(named))

/** SQL relation: a table of figures together with the changes that are not yet folded into it, so that several rows may have the same key. */
const upToNow = (one: FigureTable): Sql => sql`(select ${namesOf(one)} from ${named(one.table)}
  union all select ${one.ofChanges.columns} from ${one.ofChanges.from(sql`operation_changes`)})`
export const dailyRequests = upToNow(requests)
export const dailySales = upToNow(sales)
export const dailyBuyers = upToNow(buyers)
export const dailyCounts = upToNow(counts)

/** A table of figures over all shops in live mode: its key, and the shops' rows `d` that it sums, of the days until `provider_figures_until`. */
type FiguresOfAll = { table: string; of: FigureTable; key: readonly string[]; which: Sql }

const ofAll = (of: FigureTable, key: readonly string[], which: Sql): FiguresOfAll => ({ table: `provider_${of.table}`, of, key, which })
const live = sql`d.mode = 'live'`
const [allRequests, allSales, allCounts] = [
  ofAll(requests, ['day', 'channel'], live),
  ofAll(sales, ['day', 'channel'], live),
  ofAll(counts, ['kind', 'day', 'value'], sql`${live} and d.kind in ('refund_reason', 'refund_age', 'decision')`),
]
export const tablesOfAll = [allRequests, allSales, allCounts] as const

/** Until which day they hold sums. */
const summedUntil = sql`coalesce((select u.day from provider_figures_until u), '-infinity')`

/** What such a table holds of some days, as the shops' rows `d` say: a condition on `d`. */
function sumsOfShops({ of, key, which }: FiguresOfAll, days: Sql): Sql {
  const keys = joinSql(key.map(named))
  return sql`select ${keys}, ${joinSql(of.counters.map((name) => sql`sum(d.${named(name)}) as ${named(name)}`))}
    from ${named(of.table)} d where ${which} and ${days} group by ${keys}`
}

/** Writes the sums of some days that have none yet. */
export const addSums = (one: FiguresOfAll, days: Sql): Sql =>
  sql`insert into ${named(one.table)} (${joinSql([...one.key, ...one.of.counters].map(named))}) ${sumsOfShops(one, days)}`

/** Figures over all shops as a relation: sums of the days that have them, and the shops' rows of later days. */
function ofAllUpToNow({ table, of, key, which }: FiguresOfAll): Sql {
  const names = joinSql([...key, ...of.counters].map(named))
  return sql`(select ${names} from ${named(table)} union all select ${names} from ${upToNow(of)} d where ${which} and d.day > ${summedUntil})`
}
export const requestsOfAll = ofAllUpToNow(allRequests)
export const salesOfAll = ofAllUpToNow(allSales)
export const countsOfAll = ofAllUpToNow(allCounts)

/** What the sums over all shops hold otherwise than the shops' rows. */
export function wrongSums(one: FiguresOfAll): Sql {
  const { table, of, key } = one
  const differs = of.counters.map((name) => sql`a.${named(name)} is distinct from s.${named(name)}`)
  return sql`select ${joinSql(key.map(named))} from ${named(table)} a full join (${sumsOfShops(one, sql`d.day <= ${summedUntil}`)}) s using (${joinSql(key.map(named))})
    where ${joinSql(differs, sql` or `)}`
}

/** To be sent after figures of past days were written: the sums over all shops are made anew. */
export const forgetSums: Sql = sql`with ${joinSql(tablesOfAll.map(({ table }) => sql`${named(`${table}_gone`)} as (delete from ${named(table)})`))}
  delete from provider_figures_until`

/** The named query that adds changes, a relation, to a table of figures. Rows are locked in the order of its key. */
export function addingUp(figureTable: FigureTable, changes: Sql): Sql {
  const { table, key, counters, ofChanges } = figureTable
  const keys = joinSql(key.map(named))
  const sums = joinSql(counters.map((name) => sql`sum(n.${named(name)})`))
  return sql`${named(`${table}_added`)} as (
      insert into ${named(table)} as d (${keys}, slot, ${joinSql(counters.map(named))})
      select ${keys}, 0, ${sums} from (select ${ofChanges.columns} from ${ofChanges.from(changes)}) n (${namesOf(figureTable)}) group by ${keys} order by ${keys}
      on conflict (${keys}, slot) do update set ${joinSql(counters.map((name) => sql`${named(name)} = d.${named(name)} + excluded.${named(name)}`))}
    )`
}

/**
 * Writes the figures of operations that were written without verbs: a condition on `o`. A statement for each table; none may have figures yet. In the order of
 * the key, so that what is read together lies together.
 */
export const fillFigures = (which: Which): Sql[] => [
  ...figureTables.map(
    (one) => sql`insert into ${named(one.table)} (${namesOf(one)}, slot)
      select ${namesOf(one)}, 0 from (${one.ofHistory(which)}) h order by ${joinSql(one.key.map(named))}`,
  ),
  forgetSums,
]

/**
 * What a table of figures lacks, by key: history less what was counted, where they differ. `which`: the operations `o`; `counted`: the rows `d` of the table that
 * are theirs; `counters`: those that are compared.
 */
export function missingFigures(table: FigureTable, counters: readonly string[], which: Which, counted: Sql): Sql {
  const keys = joinSql(table.key.map(named))
  const missing = joinSql(counters.map((name) => sql`coalesce(h.${named(name)}, 0) - coalesce(k.${named(name)}, 0) as ${named(name)}`))
  const differs = joinSql(
    counters.map((name) => sql`coalesce(h.${named(name)}, 0) <> coalesce(k.${named(name)}, 0)`),
    sql` or `,
  )
  return sql`select ${keys}, ${missing} from (${table.ofHistory(which)}) h
    full join (select ${keys}, ${joinSql(counters.map((name) => sql`sum(d.${named(name)}) as ${named(name)}`))} from ${upToNow(table)} d where ${counted} group by ${keys}) k
      using (${keys}) where ${differs}`
}
