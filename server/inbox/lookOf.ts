import { may } from '#domain/roles'
import type { Scope } from '../db/scope.ts'
import type { Caller } from '../http/call.ts'
import type { Looking } from '../tasks/source.ts'

/** Whose work is asked for. */
export const lookOf = ({ caller, scope, now }: { caller: Caller; scope: Scope; now: Date }): Looking => ({
  scope,
  accountId: caller.accountId,
  userId: caller.userId,
  may: (call) => may(caller.role, call) && !caller.withheld.has(call),
  now,
})
