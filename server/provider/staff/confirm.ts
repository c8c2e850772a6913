import { isDeepStrictEqual } from 'node:util'
import { consoleApi, type NamedConsoleCall } from '#contract/consoleApi'
import { type NamedProviderCall, providerApi } from '#contract/providerApi'
import type { StaffRole } from '#domain/provider/staff'
import type { Actor } from '../../platform/calls/actor.ts'
import type {
  AnyConsoleHandler,
  ConsoleHandler,
  ConsoleHandlerCall,
  ConsoleHandlers,
  StaffCaller,
} from '../../platform/calls/consoleHandler.ts'
import type { AnyProviderHandler, ProviderHandlers } from '../../platform/calls/providerHandler.ts'
import { activeStaff, staffName } from '../../platform/consoleGateway/authenticateStaff.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { parseBody } from '../../platform/gateway/parse.ts'
import type { GatewayChange } from '../../platform/gateway/providerEntry.ts'
import {
  assertSecondPerson,
  closeConfirmation,
  type ConfirmationRow,
  lockPending,
  readConfirmation,
  requestRefusal,
} from './confirmations.ts'

type ConfirmCall = ConsoleHandlerCall<'staffConfirmationConfirm'>
type Handlers = { console: ConsoleHandlers; provider: ProviderHandlers }

/** A stored call with whoever requested it, if they could still make it. */
type Stored = {
  endpoint: NamedConsoleCall | NamedProviderCall
  handler: AnyConsoleHandler | AnyProviderHandler
  by: Actor
  /** What its handler gets of the requester: the member of staff, or the key. */
  caller: { staff: StaffCaller } | { by: Actor }
}

/**
 * Confirms another person's request, or that of one of the provider's own systems: describes the change again, and does it in the same transaction if it is
 * still the one that was requested. The call is the requester's, and its entry in the audit log names both. Refuses with RequestNotAllowed (`own`, `ended`;
 * `stale` and `requester` end the request), with PermissionDenied, or as the call itself, which leaves it waiting.
 */
export const confirmWith =
  (handlers: () => Handlers): ConsoleHandler<'staffConfirmationConfirm'> =>
  async (call) => {
    const { db, params, staff, now, audit } = call
    const row = await lockPending(db, params.confirmationId, now)
    assertSecondPerson(row, staff)
    const stored = await readStored(db, handlers(), row, staff)
    if (!stored?.handler.describe) throw await end(db, row, 'requester', now)
    const described = await stored.handler.describe(callAs(call, row, stored, () => {}) as never) // of that name
    if (!isDeepStrictEqual(asStored(described.before), row.before)) throw await end(db, row, 'stale', now)
    let audited = false
    const requested = { call: row.call, by: stored.by }
    const auditAs = (change: GatewayChange) => {
      audited = true
      audit({ ...change, requested } as GatewayChange)
    }
    await stored.handler(callAs(call, row, stored, auditAs) as never) // of that name
    if (!audited) auditAs({ ...described, entityId: described.entityId ?? '' })
    await closeConfirmation(db, row.id, { state: 'confirmed', by: staff.staffId }, now)
    audit({ entity: 'confirmation', entityId: row.id, after: { call: row.call, state: 'confirmed' } })
    return readConfirmation(db, row.id, staff, now)
  }

/** As PostgreSQL gives it back. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** Ends a request that cannot be confirmed any more, although this call is refused. */
async function end(db: Connection, { id }: ConfirmationRow, why: 'stale' | 'requester', now: Date) {
  await closeConfirmation(db, id, { state: 'stale', by: null }, now)
  return requestRefusal(why, true)
}

async function readStored(db: Connection, handlers: Handlers, row: ConfirmationRow, confirmer: StaffCaller): Promise<Stored | undefined> {
  const { call, requested_by: staffId, requested_key: keyId } = row
  if (staffId !== null) {
    if (!isOf(consoleApi, call)) return undefined
    const staff = await readRequester(db, staffId, consoleApi[call], confirmer)
    return (
      staff && { endpoint: consoleApi[call], handler: handlers.console[call] as unknown as AnyConsoleHandler, by: staff, caller: { staff } }
    )
  }
  if (keyId === null || !isOf(providerApi, call) || !(await isOpenKey(db, keyId, providerApi[call]))) return undefined
  const by = { providerKeyId: keyId }
  return { endpoint: providerApi[call], handler: handlers.provider[call] as unknown as AnyProviderHandler, by, caller: { by } }
}

const isOf = <Calls extends object>(calls: Calls, name: PropertyKey): name is keyof Calls => Object.hasOwn(calls, name)

type RequesterRow = { email: string; first_name: string; last_name: string; roles: StaffRole[] }

/** The requester, if they could still make the call. */
async function readRequester(
  db: Connection,
  staffId: string,
  { policy }: NamedConsoleCall,
  { sessionId }: StaffCaller,
): Promise<StaffCaller | undefined> {
  const found = await db.first<RequesterRow>(
    sql`select p.email, p.first_name, p.last_name, p.roles from staff p where p.id = ${staffId} and ${activeStaff} for share`,
  )
  if (!found || policy.roles === 'public' || !policy.roles.some((role) => found.roles.includes(role))) return undefined
  return { staffId, name: staffName(found), email: found.email, roles: new Set(found.roles), sessionId }
}

/** Whether the key could still make the call. */
const isOpenKey = async (db: Connection, keyId: string, { policy }: NamedProviderCall): Promise<boolean> =>
  (await db.first(
    sql`select from provider_keys k where k.id = ${keyId} and k.revoked_at is null and ${policy.scope} = any(k.scopes) for share`,
  )) !== undefined

/** The stored call, as the requester made it. */
const callAs = (
  call: ConfirmCall,
  { params, body }: ConfirmationRow,
  { endpoint, caller }: Stored,
  audit: (change: GatewayChange) => void,
) => ({
  ...call,
  params,
  query: {},
  body: parseBody(endpoint, JSON.stringify(body ?? {})),
  ...caller,
  audit,
})
