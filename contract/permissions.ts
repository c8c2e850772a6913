import type { Role } from '#domain/access/roles'
import { withholdable, type RightReach, type TeamRight } from '#domain/access/teamRights'
import { api, type Api, type CallName } from './index.ts'
import { isMemberPolicy, type MemberPolicy, type Policy, type RightOfCall } from './platform/policy.ts'

// What guards, menu, team, tills and keys ask about calls, derived from the calls' declarations. The browser has none of it but what is made for it at build.

export const callNames = Object.keys(api) as CallName[] // its own keys
const policyOf = (call: CallName): Policy => api[call].policy

/** Who may make each call. */
export const permissions = Object.fromEntries(callNames.map((call) => [call, policyOf(call).roles])) as {
  readonly [Name in CallName]: Api[Name]['policy']['roles']
} // of every name

/** Whether a role may make a call; public calls are open to all, those of a customer or a shop's page to no role. */
export function may(role: Role, call: CallName): boolean {
  const { roles } = policyOf(call)
  return roles === 'public' || (typeof roles !== 'string' && roles.includes(role))
}

/** The calls of people of an account whose policy is such. */
function memberCalls(isSuch: (policy: MemberPolicy) => boolean): CallName[] {
  return callNames.filter((call) => {
    const policy = policyOf(call)
    return isMemberPolicy(policy) && isSuch(policy)
  })
}

/** Calls that a member who is limited to test mode may make in no mode. */
export const deniedWhenSandboxOnly: ReadonlySet<string> = new Set(memberCalls(({ sandboxOnly }) => sandboxOnly === 'denied'))

/** Whether a member who is limited to test mode may make a call of people in a mode. */
export function mayWhenSandboxOnly(call: CallName, mode: 'live' | 'sandbox'): boolean {
  const policy = policyOf(call)
  return isMemberPolicy(policy) && (policy.sandboxOnly === 'anyMode' || (policy.sandboxOnly === 'sandbox' && mode === 'sandbox'))
}

/** Calls that nobody makes at a shared till. */
export const deniedAtTill: ReadonlySet<string> = new Set(memberCalls(({ sharedTill }) => sharedTill === 'denied'))

/** Calls that nobody makes once their company's relation has ended. What there is can be seen and downloaded. */
export const deniedAfterEnd: ReadonlySet<string> = new Set(memberCalls(({ afterEnd }) => afterEnd === 'denied'))

/** Calls that wait while an account's credentials are paused. */
export const pausedCalls: ReadonlySet<CallName> = new Set(callNames.filter((call) => policyOf(call).credentialPause === 'denied'))

const callsByRight = Map.groupBy(
  memberCalls(() => true),
  (call) => (policyOf(call) as MemberPolicy).right, // only such calls were kept
)
const callsWith = (right: RightOfCall): readonly CallName[] => callsByRight.get(right) ?? []

/** The calls of a right that only look; none where looking is all of it. */
const lookingCalls = (right: TeamRight): readonly CallName[] => callsWith(`${right}:read`)

/** Every call of a right, also those that only look. */
export const callsOfRight = (right: TeamRight): readonly CallName[] => [...lookingCalls(right), ...callsWith(right)]

/** How far a role reaches into a right. */
export function reachOf(role: Role, right: TeamRight): RightReach {
  if (callsWith(right).every((call) => may(role, call))) return 'yes'
  const looking = lookingCalls(right)
  return looking.length > 0 && looking.every((call) => may(role, call)) ? 'read' : 'no'
}

/** The calls that somebody without these rights may not make. What is looked at stays visible. */
export function withheldCalls(withheld: readonly string[]): ReadonlySet<string> {
  const rights = withholdable.filter((right) => withheld.includes(right))
  return new Set(rights.flatMap((right) => [...callsWith(right), ...callsWith(`${right}:approve`)]))
}
