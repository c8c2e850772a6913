import { meDeviceList, meSessionList } from '#contract/access/security'
import { query } from '../../platform/api/query.ts'

/** The user’s open sessions. Of the user, not of a merchant: the same in both modes. */
export const sessionsRead = () => query(meSessionList, { mode: 'live' })

/** The browsers that have signed in before. */
export const devicesRead = () => query(meDeviceList, { mode: 'live' })
