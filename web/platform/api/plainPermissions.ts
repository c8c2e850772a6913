import { calls, type CallName } from '#contract/index'
import { may } from '#contract/permissions'
import { roles } from '#domain/access/roles'

/** The calls that every provider's API has and the basic screens need. Whatever else our own server can do is not offered by another API. */
const offered = calls.filter(({ providerApi }) => providerApi)

/**
 * The calls that each role may make of an API that does not say so itself. One that is not there says so when it is asked for. The build puts the value
 * in the place of this module (`tools/madeAtBuild.ts`).
 */
export const plainPermissions: Readonly<Record<string, CallName[]>> = Object.fromEntries(
  roles.map((role) => [role, offered.filter(({ name }) => may(role, name)).map(({ name }) => name)]),
)
