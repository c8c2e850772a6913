import type { ActivityEntry } from '#contract/activity'
import type { Endpoint } from '#contract/endpoint'
import { api } from '#contract/index'
import { formatDateTime } from '#domain/dates'
import { cents, formatEuros } from '#domain/money'
import { roles } from '#domain/roles'
import type { Mode } from '../db/scope.ts'
import { allOf, sql, type Sql } from '../db/sql.ts'
import type { Caller } from '../http/call.ts'
import { hasText, text } from '../http/messages.ts'
import { hexOf, uuidOf } from '../http/wire.ts'
import { madridDays } from '../operation/madridDays.ts'
import { kindOf, patternsOf, silentCalls } from './activityKind.ts'

export type ActivityFilters = {
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  kind?: ActivityEntry['kind'] | undefined
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
  about: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  ip: string | null
}

const nameOf = sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ' '), u.email)`

export const entryColumns = sql`a.seq, a.at, a.user_id, (select ${nameOf} from users u where u.id = a.user_id) as person, a.role, a.call, a.outcome,
  a.merchant_id, (select m.name from merchants m where m.id = a.merchant_id) as merchant, a.mode, a.entity, a.entity_id,
  case when a.entity = 'user' and a.entity_id is distinct from a.user_id then (select ${nameOf} from users u where u.id = a.entity_id and u.account_id = a.account_id) end as about,
  a.before, a.after, host(a.ip) as ip`

/** Which lines of the trail: the account's own, of shops that the caller may enter, without what is no news. Refuses a day that does not exist. */
export function entriesOf({ accountId, merchantIds }: Caller, { from, to, person, kind }: ActivityFilters): Sql {
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
    ...(like.length > 0 ? [sql`a.call like any(${like}::text[])`] : []),
    ...(unlike.length > 0 ? [sql`not a.call like any(${unlike}::text[])`] : []),
  ])
}

/** What was done, in the words of the call's own declaration. */
function actionText(call: string): string {
  const endpoint = (api as Record<string, Endpoint>)[call]
  return endpoint?.summary ?? (hasText(`activity.action.${call}`) ? text(`activity.action.${call}`) : text('activity.action.other'))
}

/** Why not, in the general words of the refusal; null when it was done. */
function refusedText(outcome: string): string | null {
  if (outcome === 'done') return null
  return hasText(`errors.${outcome}`) ? text(`errors.${outcome}`, { seconds: '' }) : text('activity.refused')
}

const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/.test(value)

/** A value of the trail as people read it: euros, days, yes and no, roles and states. Ids say nothing to them. */
function valueText(field: string, value: unknown): string | null {
  if (value === undefined || value === null || isId(value)) return null
  if (typeof value === 'boolean') return text(value ? 'activity.yes' : 'activity.no')
  if (typeof value === 'number') return field.endsWith('Cents') ? formatEuros(cents(value)) : String(value)
  if (Array.isArray(value)) return listText(field, value)
  return typeof value === 'object' ? JSON.stringify(value) : wordText(field, String(value))
}

/** Of ids, how many. */
const listText = (field: string, list: unknown[]): string | null =>
  list.length === 0 ? null : list.every(isId) ? String(list.length) : list.map((one) => valueText(field, one)).join(', ')

function wordText(field: string, word: string): string {
  if (field === 'role' && roles.some((role) => role === word)) return text(`shell.role.${word}`)
  if (field === 'withheld') return text(`team.right.${word}`)
  if (/^\d{4}-\d\d-\d\dT/.test(word)) return formatDateTime(new Date(word))
  const key = [`activity.value.${word}`, `download.substatus.${word}`].find(hasText)
  return key ? text(key) : word
}

const labelOf = (field: string): string => (hasText(`activity.field.${field}`) ? text(`activity.field.${field}`) : field)

/** What differs between before and after, field by field. */
function changesOf({ before, after }: Pick<StoredEntry, 'before' | 'after'>): ActivityEntry['changes'] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.flatMap((field) => {
    const [was, is] = [valueText(field, before?.[field]), valueText(field, after?.[field])]
    return was === is ? [] : [{ field: labelOf(field), before: was, after: is }]
  })
}

/** A line of the trail as the contract shows it. */
export function entryOf(row: StoredEntry): ActivityEntry {
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    person: row.user_id === null || row.person === null ? null : { id: hexOf(row.user_id), name: row.person },
    role: roles.find((one) => one === row.role) ?? null,
    action: actionText(row.call),
    kind: kindOf(row.call),
    refused: refusedText(row.outcome),
    merchant: row.merchant_id === null || row.merchant === null ? null : { id: hexOf(row.merchant_id), name: row.merchant },
    mode: row.mode,
    entity: row.entity,
    entityId: row.entity_id && hexOf(row.entity_id),
    about: row.about,
    changes: changesOf(row),
    ip: row.ip,
  }
}
