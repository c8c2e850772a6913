import type { ActivityEntry } from '#contract/activity'
import { formatDateTime } from '#domain/dates'
import { cents, formatEuros } from '#domain/money'
import { roles } from '#domain/roles'
import type { Mode } from '../db/scope.ts'
import { allOf, sql, type Sql } from '../db/sql.ts'
import type { Caller } from '../http/call.ts'
import { hasText, text } from '../http/messages.ts'
import { hexOf, uuidOf } from '../http/wire.ts'
import { madridDays } from '../operation/madridDays.ts'
import { idKey, type Names } from './readNames.ts'
import { takesRight } from './who.ts'
import { kindOf, patternsOf, silentCalls } from './activityKind.ts'

export type ActivityFilters = {
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  kind?: ActivityEntry['kind'] | undefined
  object?: string | undefined
}

/** A line of the trail with the names behind its ids, read when it is shown: the trail itself holds none. */
export type StoredEntry = {
  seq: bigint
  at: Date
  user_id: string | null
  person: string | null
  role: string | null
  call: string
  outcome: string
  merchant_id: string | null
  merchant: string | null
  mode: Mode | null
  entity: string | null
  entity_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  ip: string | null
}

const nameOf = sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email)`

export const entryColumns = sql`a.seq, a.at, a.user_id, (select ${nameOf} from users u where u.id = a.user_id) as person, a.role, a.call, a.outcome,
  a.merchant_id, (select m.name from merchants m where m.id = a.merchant_id) as merchant, a.mode, a.entity, a.entity_id, a.before, a.after, host(a.ip) as ip`

/** Which lines of the trail: the account's own, of shops that the caller may enter, without what is no news. Refuses a day that does not exist. */
export function entriesOf({ accountId, merchantIds }: Caller, { from, to, person, kind, object }: ActivityFilters): Sql {
  const { since, before } = madridDays({ from, to })
  const { like, unlike } = kind ? patternsOf(kind) : { like: [], unlike: [] }
  return allOf([
    sql`a.account_id = ${accountId}`,
    sql`(a.merchant_id is null or a.merchant_id = any(${[...merchantIds]}::uuid[]))`,
    // The password was asked for: the call itself came again or never.
    sql`not a.call = any(${[...silentCalls]}::text[]) and a.outcome <> 'StepUpRequired'`,
    ...(since ? [sql`a.at >= ${since}`] : []),
    ...(before ? [sql`a.at < ${before}`] : []),
    ...(person ? [sql`a.user_id = ${uuidOf(person)}`] : []),
    ...(object ? [sql`a.entity_id = ${uuidOf(object)}`] : []),
    ...(like.length > 0 ? [sql`a.call like any(${like}::text[])`] : []),
    ...(unlike.length > 0 ? [sql`not a.call like any(${unlike}::text[])`] : []),
  ])
}

/** What was done, in the words of the call's own declaration. */
function actionText(call: string): string {
  return text([`actions.${call}`, `activity.action.${call}`].find(hasText) ?? 'activity.action.other')
}

/** Why not, in the general words of the refusal; null when it was done. */
function refusedText(outcome: string): string | null {
  if (outcome === 'done') return null
  return hasText(`errors.${outcome}`) ? text(`errors.${outcome}`, { seconds: '' }) : text('activity.refused')
}

/** A value of the trail as people read it: euros, days, yes and no, roles, states and names. An id without a name says nothing to them. */
function valueText(field: string, value: unknown, names: Names): string | null {
  if (value === undefined || value === null) return null
  const id = idKey(value)
  if (id !== null) return names.get(id) ?? null
  if (typeof value === 'boolean') return text(value ? 'activity.yes' : 'activity.no')
  if (typeof value === 'number') return field.endsWith('Cents') ? formatEuros(cents(value)) : String(value)
  if (Array.isArray(value)) return listText(field, value, names)
  return typeof value === 'object' ? JSON.stringify(value) : wordText(field, String(value))
}

/** Of ids whose names are not all known, how many. */
function listText(field: string, list: unknown[], names: Names): string | null {
  if (list.length === 0) return null
  const texts = list.flatMap((one) => valueText(field, one, names) ?? [])
  return texts.length < list.length ? String(list.length) : texts.join(', ')
}

function wordText(field: string, word: string): string {
  if (field === 'role' && roles.some((role) => role === word)) return text(`shell.role.${word}`)
  if (field === 'withheld') return text(`team.right.${word}`)
  if (/^\d{4}-\d\d-\d\dT/.test(word)) return formatDateTime(new Date(word))
  const key = [`activity.value.${word}`, `download.substatus.${word}`].find(hasText)
  return key ? text(key) : word
}

const labelOf = (field: string): string => (hasText(`activity.field.${field}`) ? text(`activity.field.${field}`) : field)

/** What differs between before and after, field by field. */
function changesOf({ before, after }: Pick<StoredEntry, 'before' | 'after'>, names: Names): ActivityEntry['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const [was, is] = [valueText(field, before?.[field], names), valueText(field, after?.[field], names)]
    return was === is ? [] : [{ field: labelOf(field), before: was, after: is }]
  })
}

/** Whom or what it was about, by name; what people do to themselves is about nobody else. */
const aboutOf = ({ entity_id: id, user_id: userId }: StoredEntry, names: Names): string | null =>
  id === null || id === userId ? null : (names.get(id.replaceAll('-', '')) ?? null)

/** A line of the trail as the contract shows it. */
export function entryOf(row: StoredEntry, names: Names): ActivityEntry {
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    person: row.user_id === null || row.person === null ? null : { id: hexOf(row.user_id), name: row.person },
    role: roles.find((one) => one === row.role) ?? null,
    byKey: row.role === 'key',
    action: actionText(row.call),
    kind: kindOf(row.call),
    refused: refusedText(row.outcome),
    merchant: row.merchant_id === null || row.merchant === null ? null : { id: hexOf(row.merchant_id), name: row.merchant },
    mode: row.mode,
    entity: row.entity,
    entityId: row.entity_id && hexOf(row.entity_id),
    about: aboutOf(row, names),
    changes: changesOf(row, names),
    ip: row.ip,
    byRight: row.role !== 'key' && takesRight(row.call),
  }
}
