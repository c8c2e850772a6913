import type { NamedCall } from '#contract/index'
import { may, mayWhenSandboxOnly } from '#contract/permissions'
import { isMemberPolicy } from '#contract/platform/policy'
import type { Mode } from '../database/scope.ts'
import type { Caller } from '../calls/call.ts'
import { Refusal } from '../calls/refusal.ts'

/** Why this caller may not make this call in this mode, whatever its parameters: PermissionDenied or AccountDisabled; null when allowed. */
export function authorize({ name, policy }: NamedCall, caller: Caller, mode: Mode): Refusal | null {
  if (caller.sandboxOnly && !mayWhenSandboxOnly(name, mode)) return new Refusal('PermissionDenied', { why: 'sandboxOnly' })
  // Checked before the till: a role without the permission must not be told to use another device.
  if (!may(caller.role, name) || !isMemberPolicy(policy)) return new Refusal('PermissionDenied')
  if (caller.withheld.has(name) && caller.relationEnded) return new Refusal('AccountDisabled', { why: 'ended' })
  if (caller.withheld.has(name)) return new Refusal('PermissionDenied', caller.tillId === undefined ? {} : { why: 'till' })
  if (caller.mustAddFactor && policy.withoutFactor === 'denied') return new Refusal('PermissionDenied', { why: 'factor' })
  const stillOpen = policy.whenDisabled === 'allowed' || (policy.whenDisabled === 'untilEnd' && caller.relationEnded)
  return caller.disabled && !stillOpen ? new Refusal('AccountDisabled') : null
}
