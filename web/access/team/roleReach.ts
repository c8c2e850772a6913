import { reachOf } from '#contract/permissions'
import { roles, type Role } from '#domain/access/roles'
import { teamRights, type RightReach, type TeamRight } from '#domain/access/teamRights'

/** The reach of each role for each permission. The build inlines the value (`tools/madeAtBuild.ts`). */
export const roleReach = Object.fromEntries(
  teamRights.map((right) => [right, Object.fromEntries(roles.map((role) => [role, reachOf(role, right)]))]),
) as Record<TeamRight, Record<Role, RightReach>> // of every permission and role
