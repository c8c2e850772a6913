import { secondFactor } from '#contract/secondFactor'
import { meSessionList } from '#contract/security'
import { query } from '../api/query.ts'

/** Where one is signed in. Of the person, not of a shop: the same in both modes. */
export const sessionsRead = () => query(meSessionList, { mode: 'live' })

/** What one enters with beside the password. */
export const factorRead = () => query(secondFactor, { mode: 'live' })
