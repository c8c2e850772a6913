import { may } from '#contract/permissions'
import type { Scope } from '../../platform/database/scope.ts'
import type { Caller, House } from '../../platform/calls/call.ts'
import type { Looking } from '../tasks/source.ts'

/** Whose work is asked for. */
export const lookOf = ({ caller, scope, house, now }: { caller: Caller; scope: Scope; house: House; now: Date }): Looking => ({
  scope,
  accountId: caller.accountId,
  userId: caller.userId,
  may: (call) => may(caller.role, call) && !caller.withheld.has(call),
  now,
  present: house.present(),
})
