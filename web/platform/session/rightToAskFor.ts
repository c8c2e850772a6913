import { callNames } from '#contract/permissions'
import { rightOfCall } from '#contract/teamAccess'
import { isAskable, type TeamRight } from '#domain/access/teamRights'

/**
 * The permission to request for each call that a member may not make; none for reads and for calls without a requestable permission. The build inlines
 * the value (`tools/madeAtBuild.ts`).
 */
export const rightToAskFor: Readonly<Record<string, TeamRight>> = Object.fromEntries(
  callNames.flatMap((call) => {
    const right = rightOfCall(call)
    return right !== null && isAskable(right) ? [[call, right]] : []
  }),
)
