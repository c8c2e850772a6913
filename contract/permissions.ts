import type { Role } from '#domain/access/roles'
import { withholdable, type RightReach, type TeamRight } from '#domain/access/teamRights'
import { api, type Api, type CallName } from './index.ts'
import { isMemberPolicy, type MemberPolicy, type Policy, type RightOfCall } from './platform/policy.ts'

// Sets for guards, menu, team, tills and keys, derived from the policies of the calls. The browser gets only what the build generates for it.

export const callNames = Object.keys(api) as CallName[] // its own keys
const policyOf = (call: CallName): Policy => api[call].policy

/** The roles that may make each call. */
export const permissions = Object.fromEntries(callNames.map((call) => [call, policyOf(call).roles])) as {
  readonly [Name in CallName]: Api[Name]['policy']['roles']
} // of every name

/** Whether a role may make a call: any role may make public calls; no role may make those of customers or of shops' pages. */
export function may(role: Role, call: CallName): boolean {
  const { roles } = policyOf(call)
  return roles === 'public' || (typeof roles !== 'string' && roles.includes(role))
}

/** The members' calls whose policy matches. */
function memberCalls(matches: (policy: MemberPolicy) => boolean): CallName[] {
  return callNames.filter((call) => {
    const policy = policyOf(call)
    return isMemberPolicy(policy) && matches(policy)
  })
}

/** Calls that a sandbox-only member may not make in any mode. */
export const deniedWhenSandboxOnly: ReadonlySet<string> = new Set(memberCalls(({ sandboxOnly }) => sandboxOnly === 'denied'))

/** Whether a sandbox-only member may make a call in a mode. */
export function mayWhenSandboxOnly(call: CallName, mode: 'live' | 'sandbox'): boolean {
  const policy = policyOf(call)
  return isMemberPolicy(policy) && (policy.sandboxOnly === 'anyMode' || (policy.sandboxOnly === 'sandbox' && mode === 'sandbox'))
}

/** Calls denied to a member of the provider's staff who looks as a merchant: every write, and files, which hold data of people unmasked. */
export const deniedToStaffViews: ReadonlySet<string> = new Set(
  memberCalls(({ whileViewing }) => whileViewing === undefined).filter((call) => {
    const { method, answers }: { method: string; answers: Readonly<Record<number, unknown>> } = api[call]
    return method !== 'GET' || answers[200] === 'file'
  }),
)

/** Calls denied at a shared till. */
export const deniedAtTill: ReadonlySet<string> = new Set(memberCalls(({ sharedTill }) => sharedTill === 'denied'))

/** Calls denied once the company's relation has ended. Existing data can still be read and downloaded. */
export const deniedAfterEnd: ReadonlySet<string> = new Set(memberCalls(({ afterEnd }) => afterEnd === 'denied'))

/** Calls denied while an account's credential changes are paused. */
export const pausedCalls: ReadonlySet<CallName> = new Set(callNames.filter((call) => policyOf(call).credentialPause !== 'allowed'))

const callsByRight = Map.groupBy(
  memberCalls(() => true),
  (call) => (policyOf(call) as MemberPolicy).right, // only members' calls are left
)
const callsWith = (right: RightOfCall): readonly CallName[] => callsByRight.get(right) ?? []

/** The read-only calls of a right; empty if the right as a whole is read-only. */
const readOnlyCalls = (right: TeamRight): readonly CallName[] => callsWith(`${right}:read`)

/** Every call of a right, including read-only ones. */
export const callsOfRight = (right: TeamRight): readonly CallName[] => [...readOnlyCalls(right), ...callsWith(right)]

/** How much of a right a role has. */
export function reachOf(role: Role, right: TeamRight): RightReach {
  if (callsWith(right).every((call) => may(role, call))) return 'yes'
  const readOnly = readOnlyCalls(right)
  return readOnly.length > 0 && readOnly.every((call) => may(role, call)) ? 'read' : 'no'
}

/** The calls that a member without these rights may not make. Read-only calls stay allowed. */
export function withheldCalls(withheld: readonly string[]): ReadonlySet<string> {
  const rights = withholdable.filter((right) => withheld.includes(right))
  return new Set(rights.flatMap((right) => [...callsWith(right), ...callsWith(`${right}:approve`)]))
}
