import type { NamedCall } from '#contract/index'
import { may, mayWhenSandboxOnly } from '#contract/permissions'
import { isMemberPolicy } from '#contract/platform/policy'
import type { Mode } from '../database/scope.ts'
import type { Caller } from '../calls/call.ts'
import { Refusal } from '../calls/refusal.ts'

/** Why this caller may not make this call in this mode, whatever it says; null if they may. PermissionDenied or AccountDisabled. */
export function authorize({ name, policy }: NamedCall, caller: Caller, mode: Mode): Refusal | null {
  if (caller.sandboxOnly && !mayWhenSandboxOnly(name, mode)) return new Refusal('PermissionDenied', { why: 'sandboxOnly' })
  // Whoever may do it nowhere is not sent to another device.
  if (!may(caller.role, name) || !isMemberPolicy(policy)) return new Refusal('PermissionDenied')
  if (caller.withheld.has(name) && caller.relationEnded) return new Refusal('AccountDisabled', { why: 'ended' })
  if (caller.withheld.has(name)) return new Refusal('PermissionDenied', caller.tillId === undefined ? {} : { why: 'till' })
  if (caller.mustAddFactor && policy.withoutFactor === 'denied') return new Refusal('PermissionDenied', { why: 'factor' })
  const stillOpen = policy.whenDisabled === 'allowed' || (policy.whenDisabled === 'untilEnd' && caller.relationEnded)
  return caller.disabled && !stillOpen ? new Refusal('AccountDisabled') : null
}
