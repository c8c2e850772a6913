import { reportDetail, reportList, reportScheduleList, type Report } from '#contract/money/reports'
import { packageRecipientList } from '#contract/money/packageRecipients'
import { query } from '../../platform/api/query.ts'

// Query options, shared by loaders, screens and cache updates.

/** A page of the history, newest first. */
export const reportListRead = (merchantId: string, page: number) => query(reportList, { params: { merchantId }, query: { page } })

/** A report. Its dialog handles a deleted one. */
export const reportRead = (merchantId: string, reportId: string) => query(reportDetail, { params: { merchantId, reportId } })

/** All schedules of the shop. `quiet`: the history only shows their count and works without it. */
export const scheduleListRead = (merchantId: string) => query(reportScheduleList, { params: { merchantId }, quiet: true })

/** The addresses that get each month's package. `quiet`: the page works without them. */
export const packageRecipientsRead = (merchantId: string) => query(packageRecipientList, { params: { merchantId }, quiet: true })

/** Whether a report is queued or processing. */
export const isPending = ({ status }: Pick<Report, 'status'>): boolean => status === 'queued' || status === 'processing'
