import type { MoneyShop } from '#contract/provider/moneyParts'
import { addDays, isLocalDate, type LocalDate, madridDay, startOfMadridDay } from '#domain/platform/dates'
import { plainText } from '#domain/platform/plainText'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Rows of a page. */
export const pageRows = 50

/** The columns of a row's shop, of `m`. */
export const shopColumns = sql`m.id as merchant_id, m.account_id, m.name as shop`
export type ShopRow = { merchant_id: string; account_id: string; shop: string }
export const shopOfRow = ({ merchant_id, account_id, shop }: ShopRow): MoneyShop => ({
  accountId: hexOf(account_id),
  merchantId: hexOf(merchant_id),
  name: shop,
})

/** A shop by its id. Refuses with ObjectNotFoundException. */
export async function shopById(db: Connection, hex: string): Promise<ShopRow> {
  const id = idFrom(hex)
  const row = await db.first<ShopRow>(sql`select ${shopColumns} from merchants m where m.id = ${id}`)
  if (!row) throw notFound(hex)
  return row
}

/** A reference such as LIQ-2026-000123, or its beginning; a payment that was sent again has a further number, which is left out. */
const referencePattern = /^([A-Z]{2,4}-\d{4}(?:-[A-Z0-9]*)?)(?:-\d{1,3})?$/

/** The first text after all that begin with this one, byte by byte: its last character is ASCII. */
const afterPrefix = (start: string): string => start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)

/**
 * SQL: the row has a reference that begins so, where that is what was typed; else its shop `m` has these words in its name or address. One or the other, so
 * that an index serves each. A reference is compared with two bounds: `like` is not leakproof, so that beside row-level security no index is searched by it.
 */
export function searched(typed: string, reference?: Sql): Sql {
  const plain = plainText(typed)
  const escaped = (part: string) => part.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const [, prefix] = referencePattern.exec(plain.toUpperCase()) ?? []
  if (reference && prefix !== undefined) return sql`${reference} ~>=~ ${prefix} and ${reference} ~<~ ${afterPrefix(prefix)}`
  const words = plain
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${escaped(word)}%`)
  return sql`m.id in (select f.id from merchants f where f.search_text like all(${words}::text[]))`
}

/** The parts of a cursor, which a former answer gave. Refuses with ApiValidationException anything else. */
export function cursorParts(cursor: string, pattern: RegExp): string[] {
  const found = pattern.exec(cursor)
  if (!found) throw new Refusal('ApiValidationException', { fields: [problem('cursor', 'invalid')] })
  return found.slice(1)
}

/** A cursor of a day and an id. */
export const dayCursor = (cursor: string): { day: LocalDate; id: string } => {
  const [day = '', hex = ''] = cursorParts(cursor, /^(\d{4}-\d{2}-\d{2})_([0-9a-f]{32})$/)
  return { day: dayOf(day, 'cursor'), id: idFrom(hex) }
}

/** The same for rows that are only counted. */
export const offsetOf = (cursor: string | undefined): number => (cursor === undefined ? 0 : Number(cursorParts(cursor, /^(\d{1,7})$/)[0]))

/** A calendar day. Refuses with ApiValidationException one that does not exist. */
export function dayOf(text: string, field: string): LocalDate {
  if (!isLocalDate(text)) throw new Refusal('ApiValidationException', { fields: [problem(field, 'day')] })
  return text
}

/** The instant of a payment of which only the day is known: its beginning, or now. Refuses with ApiValidationException a day that has not come, or is long past. */
export function instantOn(text: string, now: Date): Date {
  const on = dayOf(text, 'on')
  if (on > madridDay(now)) throw new Refusal('ApiValidationException', { fields: [problem('on', 'future')] })
  if (on < addDays(madridDay(now), -366)) throw new Refusal('ApiValidationException', { fields: [problem('on', 'too_small')] })
  return on === madridDay(now) ? now : startOfMadridDay(on)
}

/** The rows of a page, and the cursor of the next one; `rows` has one more than a page where there is a next one. */
export function pageOf<Row>(rows: readonly Row[], cursorOf: (last: Row) => string, size = pageRows): { page: Row[]; next: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: rows.length > size && last !== undefined ? cursorOf(last) : null }
}

/** How long a run by hand may take, in ms: what is left goes on by itself. */
const runMs = 8_000

/** Whether a run by hand is over, for its loops, and whether it did all that there was. */
export function shortRun(): { isOver: () => boolean; isComplete: () => boolean } {
  const endsAt = performance.now() + runMs
  let stopped = false
  return { isOver: () => (stopped ||= performance.now() > endsAt), isComplete: () => !stopped }
}
