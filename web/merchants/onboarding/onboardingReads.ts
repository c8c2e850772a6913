import { queryOptions } from '@tanstack/react-query'
import { delegationList } from '#contract/merchants/delegation'
import { documentList } from '#contract/merchants/documents'
import { ibanList } from '#contract/merchants/ibans'
import { type Onboarding, onboardingState } from '#contract/merchants/onboarding'
import { isNotOffered } from '../../platform/api/apiFailure.ts'
import { load } from '../../platform/api/load.ts'
import { query } from '../../platform/api/query.ts'
import { currentSession } from '../../platform/session/session.ts'
import { plainOnboarding } from './plainOnboarding.ts'

/** An API without onboarding progress leaves every step open; what was typed here meanwhile stays. */
const stateRead = (background: boolean) =>
  queryOptions<Onboarding>({
    queryKey: query(onboardingState, { mode: 'live' }).queryKey,
    queryFn: ({ signal, client, queryKey }) =>
      load(onboardingState, { mode: 'live', background, signal }).catch((error: unknown) => {
        if (!isNotOffered(error)) throw error
        return client.getQueryData<Onboarding>(queryKey) ?? plainOnboarding(currentSession().account.type)
      }),
  })

/** The account’s onboarding progress: the same in both modes. */
export const onboardingRead = () => stateRead(false)
/** The delegated tasks. */
export const linksRead = () => query(delegationList, { mode: 'live' })
/** The company’s existing payout accounts. */
export const ownAccountsRead = () => query(ibanList, { mode: 'live' })
/** The same as a background poll, which does not count as the user’s activity. */
export const pendingRead = () => stateRead(true)
export const pendingPapersRead = () => query(documentList, { mode: 'live', background: true })
