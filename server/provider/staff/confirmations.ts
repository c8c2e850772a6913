import type { z } from 'zod/mini'
import { consoleApi, type ConsoleCallName, type NamedConsoleCall } from '#contract/consoleApi'
import { type NamedProviderCall, providerApi, type ProviderCallName } from '#contract/providerApi'
import type { staffConfirmation } from '#contract/provider/confirmations'
import type { StaffRole } from '#domain/provider/staff'
import type { ConsoleHandler, StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { text } from '../../platform/calls/messages.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { accountName } from '../../platform/calls/membership.ts'

type ConfirmationView = z.output<typeof staffConfirmation>

export type ConfirmationRow = {
  id: string
  call: ConsoleCallName | ProviderCallName
  params: Record<string, string>
  body: unknown
  entity: string
  entity_id: string | null
  account_id: string | null
  account: string | null
  merchant_id: string | null
  merchant: string | null
  before: unknown
  after: unknown
  state: ConfirmationView['state']
  /** Null: a key requested it. */
  requested_by: string | null
  requested_key: string | null
  /** The person's name, or the key's. */
  requester: string
  /** The member of staff who made the key and has seen it. */
  key_maker: string | null
  requested_at: Date
  expires_at: Date
  decided_by: string | null
  decider: string | null
  decided_at: Date | null
  reason: string | null
}

const nameOf = (id: Sql): Sql => sql`(select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = ${id})`

const columns = sql`c.id, c.call, c.params, c.body, c.entity, c.entity_id, c.account_id, c.merchant_id, c.before, c.after, c.state,
  c.requested_by, c.requested_key, coalesce(${nameOf(sql`c.requested_by`)}, (select k.name from provider_keys k where k.id = c.requested_key)) as requester,
  (select k.created_by from provider_keys k where k.id = c.requested_key) as key_maker, c.requested_at, c.expires_at, c.decided_by, ${nameOf(sql`c.decided_by`)} as decider, c.decided_at, c.reason,
  case when c.account_id is not null then ${accountName(sql`c.account_id`)} end as account, (select m.name from merchants m where m.id = c.merchant_id) as merchant`

/** The declaration of a call of the console, or of the provider's API, by its name; undefined for one that is not declared any more. */
const declared = (call: string): NamedConsoleCall | NamedProviderCall | undefined =>
  ({ ...consoleApi, ...providerApi } as Record<string, NamedConsoleCall | NamedProviderCall | undefined>)[call]

/** The roles of which a person needs one to confirm a call. */
function rolesOf(call: string): readonly StaffRole[] {
  const policy = declared(call)?.policy
  if (policy === undefined) return []
  if ('scope' in policy) return policy.secondPerson === 'never' ? [] : policy.confirmedBy
  return policy.roles === 'public' ? [] : [...policy.roles, ...(policy.confirmedBy ?? [])]
}
export const mayDecide = ({ call }: Pick<ConfirmationRow, 'call'>, { roles }: Pick<StaffCaller, 'roles'>): boolean =>
  rolesOf(call).some((role) => roles.has(role))

/** The names of the calls that somebody with these roles may confirm. */
export const confirmableCalls = (staff: Pick<StaffCaller, 'roles'>): string[] =>
  [...Object.values(consoleApi), ...Object.values(providerApi)].flatMap(({ name }) => (mayDecide({ call: name }, staff) ? [name] : []))

const personOf = (id: string | null, name: string | null) => (id === null ? null : { id: hexOf(id), name: name ?? '' })

/** A request in the shape of the contract, for a reader. */
function shownTo(row: ConfirmationRow, reader: StaffCaller, now: Date): ConfirmationView {
  const own = row.requested_by === reader.staffId
  const isInvolved = own || row.key_maker === reader.staffId
  const isOpen = row.state === 'pending' && row.expires_at > now
  return {
    id: hexOf(row.id),
    call: row.call,
    action: text(`actions.${row.call}`),
    params: row.params,
    entity: row.entity,
    entityId: row.entity_id && hexOf(row.entity_id),
    account: personOf(row.account_id, row.account),
    merchant: personOf(row.merchant_id, row.merchant),
    before: row.before,
    after: row.after,
    state: row.state === 'pending' && !isOpen ? 'expired' : row.state,
    requestedBy: { id: hexOf(row.requested_by ?? row.requested_key ?? ''), name: row.requester },
    byKey: row.requested_key !== null,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: personOf(row.decided_by, row.decider),
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    own,
    decidable: isOpen && !isInvolved && mayDecide(row, reader),
  }
}

const decidedShown = 50
const pendingShown = 500

/** Requests that the caller may decide or made, all for admins. */
export const staffConfirmationList: ConsoleHandler<'staffConfirmationList'> = async ({ db, staff, now }) => {
  const visible = staff.roles.has('admin')
    ? sql`true`
    : sql`(c.requested_by = ${staff.staffId} or c.call = any(${confirmableCalls(staff)}::text[]))`
  const [pending, decided] = await Promise.all([
    db.rows<ConfirmationRow>(sql`select ${columns} from staff_confirmations c
      where c.state = 'pending' and c.expires_at > ${now} and ${visible} order by c.expires_at, c.id limit ${pendingShown}`),
    db.rows<ConfirmationRow>(sql`select ${columns} from staff_confirmations c
      where (c.state <> 'pending' or c.expires_at <= ${now}) and ${visible} order by c.requested_at desc, c.id limit ${decidedShown}`),
  ])
  const shown = (row: ConfirmationRow) => shownTo(row, staff, now)
  return { pending: pending.map(shown), decided: decided.map(shown) }
}

/** A request, as it is after a change. */
export async function readConfirmation(db: Connection, id: string, reader: StaffCaller, now: Date): Promise<ConfirmationView> {
  const row = await db.first<ConfirmationRow>(sql`select ${columns} from staff_confirmations c where c.id = ${id}`)
  if (!row) throw new Error(`confirmation ${id} not found`)
  return shownTo(row, reader, now)
}

export const requestRefusal = (why: 'own' | 'ended' | 'stale' | 'requester' | 'notAsker', keepsEffects = false) =>
  new Refusal('RequestNotAllowed', { why, keepsEffects })

/** Locks a request that still waits. Refuses with ObjectNotFoundException, or RequestNotAllowed once it has ended. */
export async function lockPending(db: Connection, hexId: string, now: Date): Promise<ConfirmationRow> {
  const id = idFrom(hexId)
  await db.run(sql`select from staff_confirmations where id = ${id} for update`)
  const row = await db.first<ConfirmationRow>(sql`select ${columns} from staff_confirmations c where c.id = ${id}`)
  if (!row) throw notFound(hexId)
  if (row.state !== 'pending' || row.expires_at <= now) throw requestRefusal('ended')
  return row
}

/** Refuses with RequestNotAllowed one's own request, or that of a key that one has made, with PermissionDenied one of a call that the caller may not confirm. */
export function assertSecondPerson(row: ConfirmationRow, staff: StaffCaller): void {
  if (!mayDecide(row, staff)) throw new Refusal('PermissionDenied')
  if (row.requested_by === staff.staffId || row.key_maker === staff.staffId) throw requestRefusal('own')
}

type Decision = { state: 'confirmed' | 'declined' | 'withdrawn' | 'stale'; by: string | null; reason?: string }

export const closeConfirmation = (db: Connection, id: string, { state, by, reason }: Decision, now: Date): Promise<number> =>
  db.run(
    sql`update staff_confirmations set state = ${state}, decided_by = ${by}, decided_at = ${now}, reason = ${reason ?? null} where id = ${id}`,
  )

/** Declines another person's request. */
export const staffConfirmationDecline: ConsoleHandler<'staffConfirmationDecline'> = async ({ db, params, body, staff, now, audit }) => {
  const row = await lockPending(db, params.confirmationId, now)
  assertSecondPerson(row, staff)
  if (body.reason === '') throw new Refusal('ApiValidationException', { fields: [problem('reason', 'required')] })
  await closeConfirmation(db, row.id, { state: 'declined', by: staff.staffId, reason: body.reason }, now)
  audit({ entity: 'confirmation', entityId: row.id, after: { call: row.call, state: 'declined' } })
  return readConfirmation(db, row.id, staff, now)
}

/** Withdraws one's own request. */
export const staffConfirmationWithdraw: ConsoleHandler<'staffConfirmationWithdraw'> = async ({ db, params, staff, now, audit }) => {
  const row = await lockPending(db, params.confirmationId, now)
  if (row.requested_by !== staff.staffId) throw requestRefusal('notAsker')
  await closeConfirmation(db, row.id, { state: 'withdrawn', by: staff.staffId }, now)
  audit({ entity: 'confirmation', entityId: row.id, after: { call: row.call, state: 'withdrawn' } })
  return readConfirmation(db, row.id, staff, now)
}
