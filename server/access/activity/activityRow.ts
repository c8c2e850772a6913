import type { ActivityEntry } from '#contract/access/activity'
import { roles } from '#domain/access/roles'
import type { Caller } from '../../platform/calls/call.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { madridDays } from '../../sales/operation/filterConditions.ts'
import { kindOf, patternsOf, silentCalls } from './activityKind.ts'
import { changesOf, type Names } from './changeWords.ts'
import { takesRight } from './whoCould.ts'

type ActivityFilters = {
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
