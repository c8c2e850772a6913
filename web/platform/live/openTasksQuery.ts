import { inboxList } from '#contract/merchants/inbox'
import { query } from '../api/query.ts'

/** The open tasks of a merchant. One query for the bell, the strip above the operations and the inbox. */
export const openTasksQuery = (merchantId: string) => query(inboxList, { params: { merchantId }, quiet: true })
