import type { ActivityEntry } from '#contract/access/activity'
import { roles } from '#domain/access/roles'
import { accessPresets, presetOf } from '#domain/access/team'
import type { Account } from '#contract/access/account'
import type { Caller } from '../../platform/calls/call.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { allOf, sql, type Sql } from '../../platform/database/sql.ts'
import { madridDays } from '../../sales/lifecycle/filterConditions.ts'
import { kindOf, patternsOf, silentCalls } from './activityKind.ts'
import { changesOf, type Names, readNames } from './changeTexts.ts'
import { type MemberThen, readMembersThen } from './heldThen.ts'
import { requiresRight } from './whoCould.ts'

type ActivityFilters = {
  from?: string | undefined
  to?: string | undefined
  person?: string | undefined
  kind?: ActivityEntry['kind'] | undefined
  object?: string | undefined
}

/** An audit entry with the names behind its ids, joined when it is read: the audit log itself stores ids only. */
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

/** The condition for the entries shown: the account's own, of shops that the caller may enter, without silent calls. Refuses an invalid date. */
export function entryConditions({ accountId, merchantIds }: Caller, { from, to, person, kind, object }: ActivityFilters): Sql {
  const { since, before } = madridDays({ from, to })
  const { like, unlike } = kind ? patternsOf(kind) : { like: [], unlike: [] }
  return allOf([
    sql`a.account_id = ${accountId}`,
    sql`(a.merchant_id is null or a.merchant_id = any(${[...merchantIds]}::uuid[]))`,
    // A request for step-up is not shown: either the same call came again or nothing was done.
    sql`not a.call = any(${[...silentCalls]}::text[]) and a.outcome <> 'StepUpRequired'`,
    ...(since ? [sql`a.at >= ${since}`] : []),
    ...(before ? [sql`a.at < ${before}`] : []),
    ...(person ? [sql`a.user_id = ${uuidOf(person)}`] : []),
    ...(object ? [sql`a.entity_id = ${uuidOf(object)}`] : []),
    ...(like.length > 0 ? [sql`a.call like any(${like}::text[])`] : []),
    ...(unlike.length > 0 ? [sql`not a.call like any(${unlike}::text[])`] : []),
  ])
}

/** The summary of the call's endpoint. */
function actionText(call: string): string {
  return text([`actions.${call}`, `activity.action.${call}`].find(hasText) ?? 'activity.action.other')
}

/** The general message of the refusal; null when the call succeeded. */
function refusedText(outcome: string): string | null {
  if (outcome === 'done') return null
  return hasText(`errors.${outcome}`) ? text(`errors.${outcome}`, { seconds: '' }) : text('activity.refused')
}

/** The name of the person or shop that the entry is about; null when people change their own data. */
const aboutOf = ({ entity_id: id, user_id: userId }: StoredEntry, names: Names): string | null =>
  id === null || id === userId ? null : (names.get(hexOf(id)) ?? null)

/** What some entries say by ids: names, and by `seq` the preset that the access of the member who did it equalled then. */
export type EntryFacts = { names: Names; presets: ReadonlyMap<bigint, Account['preset']> }

type Reader = Pick<Caller, 'accountId' | 'merchantIds'>

/** `members`: of the account, with their access since before the first of the entries; read here by default. */
export async function readFacts(
  db: Connection,
  reader: Reader,
  rows: readonly StoredEntry[],
  members?: readonly MemberThen[],
): Promise<EntryFacts> {
  const [names, presets] = await Promise.all([readNames(db, reader, rows), readPresets(db, reader, rows, members)])
  return { names, presets }
}

async function readPresets(
  db: Connection,
  { accountId }: Reader,
  rows: readonly StoredEntry[],
  memberStates: readonly MemberThen[] | undefined,
): Promise<EntryFacts['presets']> {
  const done = rows.filter(({ user_id: userId, role }) => userId !== null && accessPresets.some((one) => one.role === role))
  if (done.length === 0) return new Map()
  const since = new Date(Math.min(...done.map(({ at }) => at.getTime())))
  const ids = [...new Set(done.flatMap(({ user_id: userId }) => userId ?? []))]
  const members = memberStates ?? (await readMembersThen(db, accountId, since, ids))
  const byId = new Map(members.map((member) => [member.id, member]))
  return new Map(
    done.flatMap(({ seq, at, user_id: userId, role }) => {
      const held = byId.get(userId ?? '')?.heldAt(at)
      return held?.role === role ? [[seq, presetOf(held)]] : []
    }),
  )
}

/** An audit entry in the shape of the contract. */
export function entryOf(row: StoredEntry, { names, presets }: EntryFacts): ActivityEntry {
  const preset = presets.get(row.seq)
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    person: row.user_id === null || row.person === null ? null : { id: hexOf(row.user_id), name: row.person },
    role: roles.find((one) => one === row.role) ?? null,
    ...(preset !== undefined && { preset }),
    byKey: row.role === 'key',
    byProvider: row.role === 'operator',
    action: actionText(row.call),
    kind: kindOf(row.call),
    refused: refusedText(row.outcome),
    merchant: row.merchant_id === null || row.merchant === null ? null : { id: hexOf(row.merchant_id), name: row.merchant },
    mode: row.mode,
    entity: row.entity,
    entityId: row.entity_id && hexOf(row.entity_id),
    about: aboutOf(row, names),
    changes: changesOf(row, names),
    ip: row.role === 'operator' ? null : row.ip,
    byRight: row.role !== 'key' && requiresRight(row.call),
  }
}
