import { may } from '#contract/permissions'
import type { Scope } from '../../platform/database/scope.ts'
import type { Caller, Services } from '../../platform/calls/call.ts'
import type { Looking } from '../tasks/source.ts'

/** Whose work is asked for. */
export const lookOf = ({ caller, scope, services, now }: { caller: Caller; scope: Scope; services: Services; now: Date }): Looking => ({
  scope,
  accountId: caller.accountId,
  userId: caller.userId,
  may: (call) => may(caller.role, call) && !caller.withheld.has(call),
  now,
  present: services.wallClock(),
})
