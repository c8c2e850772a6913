import type { Endpoint } from '#contract/endpoint'
import type { Policy } from '#contract/policy'
import { may } from '#domain/roles'
import { seatAllows } from '#domain/sandboxSeat'
import type { Mode } from '../db/scope.ts'
import type { Caller } from './call.ts'
import { beforeFactor } from './mustHaveFactor.ts'
import { Refusal } from './refusal.ts'

/** Why this caller may not make this call in this mode, whatever it says; null if they may. PermissionDenied or AccountDisabled. */
export function whyRefused({ name, policy }: Endpoint, caller: Caller, mode: Mode): Refusal | null {
  if (caller.sandboxOnly && !seatAllows(name, mode)) return new Refusal('PermissionDenied', { why: 'sandboxOnly' })
  // Whoever may do it nowhere is not sent to another device.
  if (!may(caller.role, name)) return new Refusal('PermissionDenied')
  if (caller.withheld.has(name) && caller.relationEnded) return new Refusal('AccountDisabled', { why: 'ended' })
  if (caller.withheld.has(name)) return new Refusal('PermissionDenied', caller.tillId === undefined ? {} : { why: 'till' })
  if (caller.mustAddFactor && !beforeFactor.has(name)) return new Refusal('PermissionDenied', { why: 'factor' })
  return caller.disabled && isDeniedWhenDisabled(policy, caller) ? new Refusal('AccountDisabled') : null
}

const isDeniedWhenDisabled = (policy: Policy, { relationEnded }: Caller): boolean =>
  'whenDisabled' in policy && (policy.whenDisabled === 'denied' || (policy.whenDisabled === 'untilEnd' && !relationEnded))
