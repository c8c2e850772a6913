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
import { uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { allOf, PersonalText, sql, type Sql } from '../../platform/database/sql.ts'
import { searchEntries } from './customerName.ts'

/** Two types that a guest, who sees them masked, may not search by. */
const hiddenFromGuests: readonly SearchType[] = ['phone', 'document']

/** How many of the newest operations are looked through for words too short to have grams. */
export const newestRows = 5_000

/**
 * How many of the newest rows are looked at before an index is asked: a common name fills its page from them at a third of the cost of asking for
 * all its operations, while few share a mail (`bench scale`, with 1 000 000 operations).
 */
const walkRows = { words: 8_000, mail: 2_000 }

/**
 * What `q` asks for. `exact`: few rows, found by an index of their own. `ordered`: an index in the list's order finds them.
 * `walk`: first `newest` rows, then those that an index knows as `candidates (id, created_at)`, all that fit among them. `newest`: nothing but
 * looking through them, {@link newestRows} at most. Conditions are about `o`.
 */
export type OperationSearch =
  | { search: Search; how: 'exact'; condition: Sql }
  | { search: Search; how: 'ordered'; condition: Sql }
  | { search: Search; how: 'walk'; condition: Sql; candidates: Sql; newest: number }
  | { search: Search; how: 'newest'; condition: Sql }

/** Reads `q`, as `searchAs` when given; null without one. A guest's phone or document is read as a name. */
export function readOperationSearch(
  query: { q?: string | undefined; searchAs?: SearchType | undefined },
  role: Role,
  scope: Scope,
): OperationSearch | null {
  if (!query.q) return null
  const asked = readSearch(query.q, query.searchAs)
  const search = role === 'guest' && hiddenFromGuests.includes(asked.type) ? readSearch(query.q, 'name') : asked
  return { search, ...howToFind(search, scope) }
}

function howToFind(search: Search, scope: Scope) {
  const { type, value, terms } = search
  const nothing = { how: 'exact', condition: sql`false` } as const
  if (value === '' && terms.length === 0) return nothing
  switch (type) {
    case 'order_id':
      return { how: 'exact', condition: orderId(value) } as const
    case 'phone':
      return { how: 'exact', condition: sql`o.phone = ${new PersonalText(value)}` } as const
    case 'document':
      return { how: 'exact', condition: sql`o.document_number = ${new PersonalText(value)}` } as const
    case 'settlement':
      return { how: 'exact', condition: ofSettlement(scope, value) } as const
    case 'amount':
      return value === '' ? nothing : ({ how: 'ordered', condition: sql`o.total_cents = ${value}::bigint` } as const)
    case 'mail':
      return { how: 'walk', condition: startsWith(value), candidates: byMail(scope, value), newest: walkRows.mail } as const
    case 'order_number':
      return byWords(scope, terms, orderNumber(terms))
    case 'name':
      return terms.length === 0 ? nothing : byWords(scope, terms, named(terms))
  }
}

function byWords(scope: Scope, terms: readonly string[], condition: Sql) {
  const candidates = byGrams(scope, terms)
  return candidates === null
    ? ({ how: 'newest', condition } as const)
    : ({ how: 'walk', condition, candidates, newest: walkRows.words } as const)
}

const orderId = (value: string): Sql => {
  const id = uuidOf(value.toLowerCase())
  const isMid = sql`o.mid = ${new PersonalText(value)}`
  return id === undefined ? isMid : sql`(o.id = ${id} or ${isMid})`
}

/** Those that a settlement has a line of, by the settlement: the reference on an operation has no index of its own. */
const ofSettlement = ({ merchantId, mode }: Scope, reference: string): Sql => sql`o.id = any(array(select l.operation_id from settlements s
  join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
  where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.reference = ${new PersonalText(reference)}))`

/** A mail's beginning as a range: unlike LIKE, comparison is leakproof and so may use the index behind row-level security. */
const startsWith = (start: string): Sql =>
  sql`o.email >= ${new PersonalText(start)} and o.email < ${new PersonalText(`${start}\u{10ffff}`)}`

const byMail = ({ merchantId, mode }: Scope, start: string): Sql =>
  sql`select o.id, o.created_at from operations o where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${startsWith(start)} offset 0`

const pattern = (term: string) => new PersonalText(`%${term.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
/** As `normaliseText` of the domain, but for blanks; asked only of rows whose search text matched. */
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

/** The letters of Spain without accents: nearly all names, at a tenth of the cost of `plain`. */
const plainSpanish = (column: Sql): Sql => sql`translate(lower(${column}), 'áéíóúüñçàèìòù', 'aeiouuncaeiou')`
/** Both names with something between them that no term contains. */
const names = sql`(o.first_name || chr(10) || o.last_name)`

/** Every term is part of the first or the last name. */
const named = (terms: readonly string[]): Sql =>
  allOf(
    terms.flatMap((term) => [
      sql`o.search_text like ${pattern(term)}`,
      sql`(${plainSpanish(names)} like ${pattern(term)} or ${plain(names)} like ${pattern(term)})`,
    ]),
  )

/** Any part of the shop's order number. */
const orderNumber = (terms: readonly string[]): Sql =>
  allOf(terms.flatMap((term) => [sql`o.search_text like ${pattern(term)}`, sql`${plain(sql`o.mid`)} like ${pattern(term)}`]))

/** The key under which the grams of one shop in one mode are hashed. */
const gramKey = (scope: { merchantId: string; mode: string }): string => `${scope.merchantId}:${scope.mode}`

/**
 * Those whose text has all grams; null when the terms are too short to have any. The grams lie outside the row-level wall, and `offset 0`
 * keeps them there: planned together with `operations`, their conditions would be ranked behind the wall's and the index left unused.
 */
function byGrams(scope: Scope, terms: readonly string[]): Sql | null {
  const wanted = [...new Set(terms.flatMap((term) => queryTrigrams(gramKey(scope), term)))]
  if (wanted.length === 0) return null
  return sql`select g.operation_id as id, g.created_at from operation_grams g
    where g.grams @> ${wanted}::integer[] and g.merchant_id = ${scope.merchantId} and g.mode = ${scope.mode} offset 0`
}

/** Operations of one shop that are looked at in one transaction. */
const atATime = 2_000

type Due = { merchant_id: string; mode: Mode; after: string }
type Row = { id: string; mid: string | null; first_name: string; last_name: string; email: string; search_text: string }

/**
 * Writes search text and grams of older operations as search sees texts now, a batch of one shop at a time; broken off anywhere it goes on where it was. Rows
 * that read the same are left alone. Returns how many were written anew.
 */
export async function renewSearch({ database }: { database: Database }): Promise<number> {
  let written = 0
  for (;;) {
    const due = await database.read(null, (db) =>
      db.first<Due>(sql`select s.merchant_id, s.mode, s.after from search_renewals s order by s.merchant_id, s.mode limit 1`),
    )
    if (!due) return written
    const scope = mintScope(due.merchant_id, due.mode)
    const batch = await database.write(scope, (db) => renewBatch(db, scope))
    if (batch === null) return written
    written += batch
  }
}

const entriesOf = (scope: Scope, { mid, first_name: firstName, last_name: lastName, email }: Row) =>
  searchEntries(scope, mid, { firstName, lastName, email, phone: null, documentNumber: null })

/** One batch; null when somebody else has the shop in hand. */
async function renewBatch(db: Connection, scope: Scope): Promise<number | null> {
  const mine = sql`s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}`
  const due = await db.first<Pick<Due, 'after'>>(sql`select s.after from search_renewals s where ${mine} for update skip locked`)
  if (!due) return null
  const rows = await db.rows<Row>(sql`select o.id, o.mid, o.first_name, o.last_name, o.email, o.search_text from operations o
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id > ${due.after} order by o.id limit ${atATime}`)
  const stale = rows.filter((row) => entriesOf(scope, row).searchText !== row.search_text).map(({ id }) => id)
  if (stale.length > 0) await renew(db, scope, stale)
  const last = rows.at(-1)
  if (rows.length < atATime || !last) await db.run(sql`delete from search_renewals s where ${mine}`)
  else await db.run(sql`update search_renewals s set after = ${last.id} where ${mine}`)
  return stale.length
}

/** Read again under the rows' locks: a customer may have been named, or forgotten, meanwhile. */
async function renew(db: Connection, scope: Scope, ids: readonly string[]): Promise<void> {
  const these = sql`o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = any(${[...ids]}::uuid[])`
  const rows = await db.rows<Row>(
    sql`select o.id, o.mid, o.first_name, o.last_name, o.email, o.search_text from operations o where ${these} order by o.id for no key update`,
  )
  const entries = JSON.stringify(
    rows.map((row) => {
      const { searchText, grams } = entriesOf(scope, row)
      return { id: row.id, text: searchText, grams }
    }),
  )
  const entry = sql`jsonb_to_recordset(${entries}::jsonb) e (id uuid, text text, grams integer[])`
  db.send(sql`update operations o set search_text = e.text
    from ${entry} where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = e.id`)
  db.send(sql`update operation_grams g set grams = e.grams
    from ${entry} where g.merchant_id = ${scope.merchantId} and g.mode = ${scope.mode} and g.operation_id = e.id`)
}
