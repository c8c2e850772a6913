import { calls, type CallName } from '#contract/index'

/** Calls without a session: sent without a bearer token. The build inlines the value (`tools/madeAtBuild.ts`). */
export const openCalls: readonly CallName[] = calls.flatMap(({ name, policy }) =>
  policy.roles === 'public' && policy.bearer === 'none' ? [name] : [],
)
