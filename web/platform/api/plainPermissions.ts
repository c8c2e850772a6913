import { calls, type CallName } from '#contract/index'
import { may } from '#contract/permissions'
import { roles } from '#domain/access/roles'

/** The calls that every provider’s API has and the basic screens need. Other calls of our own server are not offered by another API. */
const offered = calls.filter(({ providerApi }) => providerApi)

/**
 * The calls that each role may make with an API that does not send permissions. A call that the API does not have rejects with NotOffered. The build
 * inlines the value (`tools/madeAtBuild.ts`).
 */
export const plainPermissions: Readonly<Record<string, CallName[]>> = Object.fromEntries(
  roles.map((role) => [role, offered.filter(({ name }) => may(role, name)).map(({ name }) => name)]),
)
