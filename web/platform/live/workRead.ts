import { inboxList } from '#contract/merchants/inbox'
import { query } from '../api/query.ts'

/** What waits for the caller in a shop. One read for the bell, the strip over the operations and the inbox. */
export const workRead = (merchantId: string) => query(inboxList, { params: { merchantId }, quiet: true })
