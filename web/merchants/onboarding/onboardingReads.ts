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

/** An API that does not say how far the account has come leaves every step open; what was typed here meanwhile stays. */
const stateRead = (background: boolean) =>
  queryOptions<Onboarding>({
    queryKey: query(onboardingState, { mode: 'live' }).queryKey,
    queryFn: ({ signal, client, queryKey }) =>
      load(onboardingState, { mode: 'live', background, signal }).catch((error: unknown) => {
        if (!isNotOffered(error)) throw error
        return client.getQueryData<Onboarding>(queryKey) ?? plainOnboarding(currentSession().account.type)
      }),
  })

/** How far the account has come: the same in both modes. */
export const onboardingRead = () => stateRead(false)
/** What was asked of others by link. */
export const linksRead = () => query(delegationList, { mode: 'live' })
/** Accounts that the company is paid to already. */
export const ownAccountsRead = () => query(ibanList, { mode: 'live' })
/** The same again and again, while somebody waits: it never counts as their activity. */
export const pendingRead = () => stateRead(true)
export const pendingPapersRead = () => query(documentList, { mode: 'live', background: true })
