import { isDeepStrictEqual } from 'node:util'
import { consoleApi, type NamedConsoleCall } from '#contract/consoleApi'
import type { StaffRole } from '#domain/provider/staff'
import type {
  AnyConsoleHandler,
  ConsoleHandler,
  ConsoleHandlerCall,
  ConsoleHandlers,
  StaffCaller,
} from '../../platform/calls/consoleHandler.ts'
import { activeStaff, staffName } from '../../platform/consoleGateway/authenticateStaff.ts'
import type { GatewayChange } from '../../platform/consoleGateway/consoleEntry.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { parseBody } from '../../platform/gateway/parse.ts'
import {
  assertSecondPerson,
  closeConfirmation,
  type ConfirmationRow,
  lockPending,
  readConfirmation,
  requestRefusal,
} from './confirmations.ts'

type ConfirmCall = ConsoleHandlerCall<'staffConfirmationConfirm'>

/**
 * Confirms another person's request: describes the change again, and does it in the same transaction if it is still the one that the requester saw. The
 * call is the requester's, and its entry in the audit log names both. Refuses with RequestNotAllowed (`own`, `ended`; `stale` and `requester` end the
 * request), with PermissionDenied, or as the call itself, which leaves it waiting.
 */
export const confirmWith =
  (handlers: () => ConsoleHandlers): ConsoleHandler<'staffConfirmationConfirm'> =>
  async (call) => {
    const { db, params, staff, now, audit } = call
    const row = await lockPending(db, params.confirmationId, now)
    assertSecondPerson(row, staff)
    const requester = await readRequester(db, row, staff)
    const handler = handlers()[row.call] as unknown as AnyConsoleHandler // of that name
    if (!requester || !handler.describe) throw await end(db, row, 'requester', now)
    const described = await handler.describe(callAs(call, row, requester, () => {}) as never) // of that name
    if (!isDeepStrictEqual(asStored(described.before), row.before)) throw await end(db, row, 'stale', now)
    let audited = false
    const requested = { call: row.call, staffId: requester.staffId }
    const auditAs = (change: GatewayChange) => {
      audited = true
      audit({ ...change, requested } as GatewayChange)
    }
    await handler(callAs(call, row, requester, auditAs) as never) // of that name
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

type RequesterRow = { email: string; first_name: string; last_name: string; roles: StaffRole[] }

/** The requester, if they could still make the call. */
async function readRequester(db: Connection, row: ConfirmationRow, { sessionId }: StaffCaller): Promise<StaffCaller | undefined> {
  const { policy }: NamedConsoleCall = consoleApi[row.call]
  const found = await db.first<RequesterRow>(
    sql`select p.email, p.first_name, p.last_name, p.roles from staff p where p.id = ${row.requested_by} and ${activeStaff} for share`,
  )
  if (!found || policy.roles === 'public' || !policy.roles.some((role) => found.roles.includes(role))) return undefined
  return { staffId: row.requested_by, name: staffName(found), email: found.email, roles: new Set(found.roles), sessionId }
}

/** The stored call, as the requester made it. */
const callAs = (
  call: ConfirmCall,
  { call: name, params, body }: ConfirmationRow,
  staff: StaffCaller,
  audit: (change: GatewayChange) => void,
) => ({
  ...call,
  params,
  query: {},
  body: parseBody(consoleApi[name] as NamedConsoleCall, JSON.stringify(body ?? {})),
  staff,
  audit,
})
