import { delegationList } from '#contract/delegation'
import { documentList } from '#contract/documents'
import { ibanList } from '#contract/ibans'
import { onboardingState } from '#contract/onboarding'
import { query } from '../api/query.ts'

/** How far the account has come: the same in both modes. */
export const onboardingRead = () => query(onboardingState, { mode: 'live' })
/** What was asked of others by link. */
export const linksRead = () => query(delegationList, { mode: 'live' })
/** Accounts that the company is paid to already. */
export const ownAccountsRead = () => query(ibanList, { mode: 'live' })
/** The same again and again, while somebody waits: it never counts as their activity. */
export const pendingRead = () => query(onboardingState, { mode: 'live', background: true })
export const pendingPapersRead = () => query(documentList, { mode: 'live', background: true })
