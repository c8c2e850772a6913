import { consoleCalls } from '#contract/consoleApi'
import type { StaffRole } from '#domain/provider/staff'

/**
 * The roles that may make each call of the console; `null` for the calls without a session. The build inlines the value (`tools/madeAtBuild.ts`): the
 * policies are not in the browser.
 */
export const callRoles: Readonly<Record<string, readonly StaffRole[] | null>> = Object.fromEntries(
  consoleCalls.map(({ name, policy }) => [name, policy.roles === 'public' ? null : policy.roles]),
)
