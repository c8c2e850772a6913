import type { Actor } from '../calls/actor.ts'
import { actorColumns } from '../calls/actor.ts'
import type { Change } from '../calls/call.ts'
import type { StaffChange } from '../calls/consoleHandler.ts'
import { type AuditEntry, providerAccountId } from '../audit/record.ts'

/** A change of the provider's as a gateway keeps it until it is written. */
export type GatewayChange = StaffChange & {
  /** What happened instead of `done`: the call waits for a second person. */
  outcome?: 'requested'
  /** The change of a confirmed call: its name, and who had requested it. */
  requested?: { call: string; by: Actor }
}

type ProviderCall = { call: string; by: Actor | null; ip: string; requestId: string }

/**
 * The audit entry of a call of the console or of the provider's API: with an account in that account's log, else in the provider's own. A confirmed call is
 * the requester's; its entry names who confirmed it.
 */
export function providerEntry({ call, by, ip, requestId }: ProviderCall, outcome: string, change?: Change): AuditEntry {
  const { accountId, merchantId, mode, entity, entityId, before, after, outcome: instead, requested }: Partial<GatewayChange> = change ?? {}
  const actor = requested?.by ?? by
  const confirmedBy = by === null || 'providerKeyId' in by ? undefined : by.staffId
  return {
    accountId: accountId ?? providerAccountId,
    merchantId: merchantId ?? null,
    mode: mode ?? null,
    userId: null,
    ...(actor && actorColumns(actor)),
    role: 'operator',
    ip: requested ? null : ip,
    call: requested?.call ?? call,
    outcome: instead ?? outcome,
    requestId,
    entity: entity || undefined,
    entityId: entityId || undefined,
    before,
    after: requested ? { ...(after as object | undefined), confirmedBy } : after,
  }
}
