import { callNames } from '#contract/permissions'
import { rightOfCall } from '#contract/teamAccess'
import { isAskable, type TeamRight } from '#domain/access/teamRights'

/**
 * The right that somebody who may not make a call can ask for; none for calls that only look or are of no such right. The build puts the value in the
 * place of this module (`tools/madeAtBuild.ts`).
 */
export const rightToAskFor: Readonly<Record<string, TeamRight>> = Object.fromEntries(
  callNames.flatMap((call) => {
    const right = rightOfCall(call)
    return right !== null && isAskable(right) ? [[call, right]] : []
  }),
)
