import type { ConsoleCallName } from '#contract/consoleApi'
import { type AuditEntry, providerAccountId } from '../audit/record.ts'
import type { Change } from '../calls/call.ts'
import type { StaffCaller, StaffChange } from '../calls/consoleHandler.ts'

/** A change as the gateway keeps it until it is written. */
export type GatewayChange = StaffChange & {
  /** What happened instead of `done`: the call waits for a second person. */
  outcome?: 'requested'
  /** The change of a confirmed call: its name, and who had requested it. */
  requested?: { call: ConsoleCallName; staffId: string }
}

type Requested = { call: ConsoleCallName; staff: StaffCaller | null; ip: string; requestId: string }

/** The audit entry of a call of the console. A confirmed call is the requester's; its entry names who confirmed it. */
export function consoleEntry({ call, staff, ip, requestId }: Requested, outcome: string, change?: Change): AuditEntry {
  const { accountId, merchantId, mode, entity, entityId, before, after, outcome: instead, requested }: Partial<GatewayChange> = change ?? {}
  return {
    accountId: accountId ?? providerAccountId,
    merchantId: merchantId ?? null,
    mode: mode ?? null,
    userId: null,
    staffId: requested?.staffId ?? staff?.staffId,
    role: 'operator',
    ip: requested ? null : ip,
    call: requested?.call ?? call,
    outcome: instead ?? outcome,
    requestId,
    entity: entity || undefined,
    entityId: entityId || undefined,
    before,
    after: requested ? { ...(after as object | undefined), confirmedBy: staff?.staffId } : after,
  }
}
