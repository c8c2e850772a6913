import type { Role } from '#domain/access/roles'
import {
  queryTrigrams,
  readSearch,
  type Search,
  searchFolds,
  searchInvisible,
  searchAlphabet,
  type SearchType,
} from '#domain/sales/operations/search'
import { isShortId } from '#domain/platform/shortId'
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, PersonalText, sql, type Sql } from '../../platform/database/sql.ts'
import { searchEntries } from './customerName.ts'
import { hasRefundShortId, hasShortId } from './operationLookups.ts'

/** Search types that a guest, who sees these fields masked, may not use. */
const hiddenFromGuests: readonly SearchType[] = ['phone', 'document']

/** How many of the newest operations are scanned for terms too short to have trigrams. */
export const newestRows = 5_000

/**
 * How many of the newest rows are scanned before an index is used: a common name fills its page from them at a third of the cost of fetching all its
 * operations, while few operations share an e-mail (`bench scale`, with 1 000 000 operations).
 */
const walkRows = { words: 8_000, mail: 2_000 }

/**
 * The query strategy for `q`. `exact`: few rows, found by their own index. `ordered`: an index in the list's order finds them. `walk`: first the `newest`
 * rows, then all matches among the index's `candidates (id, created_at)`. `newest`: only a scan of the newest {@link newestRows}. Conditions are on `o`.
 */
export type OperationSearch =
  | { search: Search; strategy: 'exact'; condition: Sql }
  | { search: Search; strategy: 'ordered'; condition: Sql }
  | { search: Search; strategy: 'walk'; condition: Sql; candidates: Sql; newest: number }
  | { search: Search; strategy: 'newest'; condition: Sql }

/** Parses `q`, as type `searchAs` when given; null without a search. A guest's phone or document is read as a name. */
export function readOperationSearch(
  query: { q?: string | undefined; searchAs?: SearchType | undefined },
  role: Role,
  scope: Scope,
): OperationSearch | null {
  if (!query.q) return null
  const requested = readSearch(query.q, query.searchAs)
  const search = role === 'guest' && hiddenFromGuests.includes(requested.type) ? readSearch(query.q, 'name') : requested
  return { search, ...howToFind(search, scope) }
}

function howToFind(search: Search, scope: Scope) {
  const { type, value, terms } = search
  const nothing = { strategy: 'exact', condition: sql`false` } as const
  if (value === '' && terms.length === 0) return nothing
  switch (type) {
    case 'order_id':
      return { strategy: 'exact', condition: orderId(value) } as const
    case 'phone':
      return { strategy: 'exact', condition: sql`o.phone = ${new PersonalText(value)}` } as const
    case 'document':
      return { strategy: 'exact', condition: sql`o.document_number = ${new PersonalText(value)}` } as const
    case 'settlement':
      return { strategy: 'exact', condition: ofSettlement(scope, value) } as const
    case 'amount':
      return value === '' ? nothing : ({ strategy: 'ordered', condition: sql`o.total_cents = ${value}::bigint` } as const)
    case 'mail':
      return { strategy: 'walk', condition: startsWith(value), candidates: byMail(scope, value), newest: walkRows.mail } as const
    case 'order_number':
      return byWords(scope, terms, orderNumber(terms))
    case 'name':
      return terms.length === 0 ? nothing : byWords(scope, terms, named(terms))
  }
}

function byWords(scope: Scope, terms: readonly string[], condition: Sql) {
  const candidates = byTrigrams(scope, terms)
  if (candidates === null) return { strategy: 'newest', condition } as const
  const walk = { strategy: 'walk', newest: walkRows.words } as const
  const [term = '', ...others] = terms
  if (others.length > 0 || !isShortId(term)) return { ...walk, condition, candidates }
  const numbered = byShortId(scope, term)
  return {
    ...walk,
    condition: sql`(${condition} or o.id = any(array(select n.id from (${numbered}) n)))`,
    candidates: sql`(${candidates}) union (${numbered})`,
  }
}

/**
 * The operation with this short number, as letters and notices give it, or that of the refund with it. Read from the lookups because they have no row-level
 * security: beside it, PostgreSQL does not search an index of an expression.
 */
const byShortId = (scope: Scope, short: string): Sql => sql`
  (select k.operation_id as id, k.created_at from operation_lookups k where ${hasShortId(short)} and ${inScope(scope, 'k')} offset 0)
  union all select o.id, o.created_at from (select r.operation_id from refund_lookups r where ${hasRefundShortId(short)} and ${inScope(scope, 'r')} offset 0) r
    join operations o on ${inScope(scope, 'o')} and o.id = r.operation_id`

const orderId = (value: string): Sql => {
  const id = uuidOf(value.toLowerCase())
  const isMid = sql`o.mid = ${new PersonalText(value)}`
  return id === undefined ? isMid : sql`(o.id = ${id} or ${isMid})`
}

/** Operations with a line in the settlement, looked up through the settlement: the reference on an operation has no index. */
const ofSettlement = (scope: Scope, reference: string): Sql => sql`o.id = any(array(select l.operation_id from settlements s
  join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
  where ${inScope(scope, 's')} and s.reference = ${new PersonalText(reference)}))`

/** An e-mail prefix as a range: unlike LIKE, comparison is leakproof and so may use the index under row-level security. */
const startsWith = (start: string): Sql =>
  sql`o.email >= ${new PersonalText(start)} and o.email < ${new PersonalText(`${start}\u{10ffff}`)}`

const byMail = (scope: Scope, start: string): Sql =>
  sql`select o.id, o.created_at from operations o where ${inScope(scope, 'o')} and ${startsWith(start)} offset 0`

const pattern = (term: string) => new PersonalText(`%${term.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
/** The SQL equivalent of the domain's `normaliseText`, except for blanks; evaluated only on rows whose search text matched. */
export function plain(column: Sql): Sql {
  const seen = sql`regexp_replace(${column}, ${`[${searchInvisible}]`}, '', 'g')`
  const folded = searchFolds.reduce((text, [signs, one]) => sql`translate(${text}, ${signs}, ${one.repeat(signs.length)})`, seen)
  const small = sql`lower(regexp_replace(normalize(${folded}, NFKD), '[\u0300-\u036f]', '', 'g'))`
  return searchAlphabet.reduce(
    (text, [letters, written]) =>
      written.length === 1
        ? sql`translate(${text}, ${letters}, ${written.repeat(letters.length)})`
        : sql`replace(${text}, ${letters}, ${written})`,
    small,
  )
}

/** Spanish letters without accents: covers nearly all names at a tenth of the cost of `plain`. */
const plainSpanish = (column: Sql): Sql => sql`translate(lower(${column}), 'áéíóúüñçàèìòù', 'aeiouuncaeiou')`
/** Both names, joined by a character that no term contains. */
const names = sql`(o.first_name || chr(10) || o.last_name)`

/** Every term is a substring of the first or the last name. */
const named = (terms: readonly string[]): Sql =>
  allOf(
    terms.flatMap((term) => [
      sql`o.search_text like ${pattern(term)}`,
      sql`(${plainSpanish(names)} like ${pattern(term)} or ${plain(names)} like ${pattern(term)})`,
    ]),
  )

/** A substring of the shop's order number. */
const orderNumber = (terms: readonly string[]): Sql =>
  allOf(terms.flatMap((term) => [sql`o.search_text like ${pattern(term)}`, sql`${plain(sql`o.mid`)} like ${pattern(term)}`]))

/** The tenant key under which the trigrams of one shop in one mode are hashed. */
const trigramKey = (scope: { merchantId: string; mode: string }): string => `${scope.merchantId}:${scope.mode}`

/**
 * Operations whose text has all trigrams; null when the terms are too short to have any. All of the trigram table may be read, and `offset 0` keeps it
 * in a plan of its own: planned together with `operations`, its conditions would rank after the security conditions and the index would not be used.
 */
function byTrigrams(scope: Scope, terms: readonly string[]): Sql | null {
  const grams = [...new Set(terms.flatMap((term) => queryTrigrams(trigramKey(scope), term)))]
  if (grams.length === 0) return null
  return sql`select g.operation_id as id, g.created_at from operation_trigrams g
    where g.grams @> ${grams}::integer[] and ${inScope(scope, 'g')} offset 0`
}

/** Batch size: operations of one shop in one transaction. */
const batchSize = 2_000

type Due = { merchant_id: string; mode: Mode; after: string }
type Row = { id: string; mid: string | null; first_name: string; last_name: string; search_text: string }

/**
 * Rewrites search text and trigrams of older operations with the current normalisation, in batches of one shop; an interrupted run resumes where it stopped.
 * Unchanged rows are skipped. Returns how many rows were rewritten.
 */
export async function rebuildSearchEntries({ database }: { database: Database }): Promise<number> {
  let written = 0
  for (;;) {
    const due = await database.read(null, (db) =>
      db.first<Due>(sql`select s.merchant_id, s.mode, s.after from search_renewals s order by s.merchant_id, s.mode limit 1`),
    )
    if (!due) return written
    const scope = mintScope(due.merchant_id, due.mode)
    const batch = await database.write(scope, (db) => rebuildBatch(db, scope))
    if (batch === null) return written
    written += batch
  }
}

const entriesOf = (scope: Scope, { mid, first_name: firstName, last_name: lastName }: Row) =>
  searchEntries(scope, mid, { firstName, lastName })

/** One batch; null when another process is working on the shop. */
async function rebuildBatch(db: Connection, scope: Scope): Promise<number | null> {
  const ofShop = inScope(scope, 's')
  const due = await db.first<Pick<Due, 'after'>>(sql`select s.after from search_renewals s where ${ofShop} for update skip locked`)
  if (!due) return null
  const rows = await db.rows<Row>(sql`select o.id, o.mid, o.first_name, o.last_name, o.search_text from operations o
    where ${inScope(scope, 'o')} and o.id > ${due.after} order by o.id limit ${batchSize}`)
  const stale = rows.filter((row) => entriesOf(scope, row).searchText !== row.search_text).map(({ id }) => id)
  if (stale.length > 0) await renew(db, scope, stale)
  const last = rows.at(-1)
  if (rows.length < batchSize || !last) await db.run(sql`delete from search_renewals s where ${ofShop}`)
  else await db.run(sql`update search_renewals s set after = ${last.id} where ${ofShop}`)
  return stale.length
}

/** Reads again under row locks: a customer may have been named or erased meanwhile. */
async function renew(db: Connection, scope: Scope, ids: readonly string[]): Promise<void> {
  const chosen = sql`${inScope(scope, 'o')} and o.id = any(${[...ids]}::uuid[])`
  const rows = await db.rows<Row>(
    sql`select o.id, o.mid, o.first_name, o.last_name, o.search_text from operations o where ${chosen} order by o.id for no key update`,
  )
  const entries = JSON.stringify(
    rows.map((row) => {
      const { searchText, trigrams } = entriesOf(scope, row)
      return { id: row.id, text: searchText, trigrams }
    }),
  )
  const entry = sql`jsonb_to_recordset(${entries}::jsonb) e (id uuid, text text, trigrams integer[])`
  db.send(sql`update operations o set search_text = e.text
    from ${entry} where ${inScope(scope, 'o')} and o.id = e.id`)
  db.send(sql`update operation_trigrams g set grams = e.trigrams
    from ${entry} where ${inScope(scope, 'g')} and g.operation_id = e.id`)
}
