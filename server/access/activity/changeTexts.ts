import type { ActivityEntry } from '#contract/access/activity'
import { formatDate, formatDateTime, isLocalDate } from '#domain/platform/dates'
import { joinTexts } from '#domain/platform/direction'
import { basisPoints, cents, formatEuros, formatPercent } from '#domain/platform/money'
import type { Caller } from '../../platform/calls/call.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Reading, shownFields } from './shownFields.ts'
import { hexOf } from '../../platform/calls/wire.ts'

type AuditValues = Record<string, unknown> | null

/**
 * The differences between before and after, field by field, in words; fields without words are left out, and those of which `after` says nothing while it
 * says something of others: what became of them is not known.
 */
export function changesOf({ before, after }: { before: AuditValues; after: AuditValues }, names: Names): ActivityEntry['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const shown = Object.hasOwn(shownFields, field) ? shownFields[field] : undefined
    if (!shown || (after !== null && !Object.hasOwn(after, field))) return []
    const [oldText, newText] = [wordsOf(shown.as, before?.[field], names), wordsOf(shown.as, after?.[field], names)]
    // A new object whose field is false changes nothing worth showing.
    const isNews = oldText !== null || after?.[field] !== false
    return oldText === newText || !isNews ? [] : [{ field: text(shown.label), before: oldText, after: newText }]
  })
}

/** A value as people read it; null for an id without a name or a word without a message. */
function wordsOf(as: Reading, value: unknown, names: Names): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value)) return listText(as, value, names)
  if (typeof value === 'boolean') return text(value ? 'activity.yes' : 'activity.no')
  if (typeof value === 'number') return numberText(as, value)
  if (typeof value !== 'string') return null
  const id = idKey(value)
  if (id !== null) return names.get(id) ?? null
  if (typeof as === 'function') return wordText(as(value))
  return as === 'moment' || as === 'lastDay' ? momentText(as, value) : value
}

/** When some elements have no words: how many elements there are. */
function listText(as: Reading, list: readonly unknown[], names: Names): string | null {
  if (list.length === 0) return null
  const texts = list.flatMap((one) => wordsOf(as, one, names) ?? [])
  return texts.length < list.length ? String(list.length) : joinTexts(texts, ', ')
}

function numberText(as: Reading, value: number): string {
  if (as === 'euros') return formatEuros(cents(value))
  return as === 'percent' ? formatPercent(basisPoints(value)) : String(value)
}

function wordText(keys: readonly string[]): string | null {
  const key = keys.find(hasText)
  return key === undefined ? null : text(key)
}

/** An instant, or a date; for the exclusive end of a period its last day. */
function momentText(as: 'moment' | 'lastDay', value: string): string {
  if (isLocalDate(value)) return formatDate(value)
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime())) return value
  return as === 'lastDay' ? formatDate(new Date(instant.getTime() - 1)) : formatDateTime(instant)
}

/** Names of an account's people and shops by id without hyphens: the audit log stores ids only. */
export type Names = ReadonlyMap<string, string>

/** An id in any notation as the key of its name; null when it is not an id. */
const idKey = (value: unknown): string | null =>
  typeof value === 'string' && /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/.test(value) ? value.replaceAll('-', '') : null

type Named = { entity_id: string | null; before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** Reads the names behind the ids of some entries in one query; none of other accounts, nor of shops that the caller may not enter. */
export async function readNames(
  db: Connection,
  { accountId, merchantIds }: Pick<Caller, 'accountId' | 'merchantIds'>,
  rows: readonly Named[],
): Promise<Names> {
  const values = rows.flatMap(({ entity_id: entityId, before, after }) => [
    entityId,
    ...Object.values(before ?? {}),
    ...Object.values(after ?? {}),
  ])
  const ids = [...new Set(values.flat().flatMap((value) => idKey(value) ?? []))]
  if (ids.length === 0) return new Map()
  const memberRows = await db.rows<{ id: string; name: string }>(sql`
    select u.id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as name from members u
      where u.account_id = ${accountId} and u.id = any(${ids}::uuid[])
    union all select m.id, m.name from merchants m where m.account_id = ${accountId} and m.id = any(${ids}::uuid[]) and m.id = any(${[...merchantIds]}::uuid[])`)
  return new Map(memberRows.map(({ id, name }) => [hexOf(id), name]))
}
