import { reachOf } from '#contract/permissions'
import { roles, type Role } from '#domain/access/roles'
import { teamRights, type RightReach, type TeamRight } from '#domain/access/teamRights'

/** How far each role reaches into each right. The build puts the value in the place of this module (`tools/madeAtBuild.ts`). */
export const roleReach = Object.fromEntries(
  teamRights.map((right) => [right, Object.fromEntries(roles.map((role) => [role, reachOf(role, right)]))]),
) as Record<TeamRight, Record<Role, RightReach>> // of every right and role
