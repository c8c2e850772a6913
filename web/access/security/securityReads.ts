import { secondFactor } from '#contract/access/secondFactor'
import { meDeviceList, meSessionList } from '#contract/access/security'
import { query } from '../../platform/api/query.ts'

/** Where one is signed in. Of the person, not of a shop: the same in both modes. */
export const sessionsRead = () => query(meSessionList, { mode: 'live' })

/** From where one has signed in before. */
export const devicesRead = () => query(meDeviceList, { mode: 'live' })

/** What one enters with beside the password. */
export const factorRead = () => query(secondFactor, { mode: 'live' })
