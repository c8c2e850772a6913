import { secondFactor } from '#contract/access/secondFactor'
import { query } from '../../platform/api/query.ts'

/** The user’s second factors. Of the user, not of a merchant: the same in both modes. */
export const factorRead = () => query(secondFactor, { mode: 'live' })
