import { calls, type CallName } from '#contract/index'

/** Calls before there is a session: they are sent without a bearer. The build puts the value in the place of this module (`tools/madeAtBuild.ts`). */
export const openCalls: readonly CallName[] = calls.flatMap(({ name, policy }) =>
  policy.roles === 'public' && policy.bearer === 'none' ? [name] : [],
)
