import { ibanList } from '#contract/ibans'
import { onboardingState } from '#contract/onboarding'
import { query } from '../api/query.ts'

/** How far the account has come: the same in both modes. */
export const onboardingRead = () => query(onboardingState, { mode: 'live' })
/** Accounts that the company is paid to already. */
export const ownAccountsRead = () => query(ibanList, { mode: 'live' })
