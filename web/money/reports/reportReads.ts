import { reportDetail, reportList, reportScheduleList, type Report } from '#contract/money/reports'
import { query } from '../../platform/api/query.ts'

// Each read as one value, so that loader, screen and cache updates mean the same thing.

/** A page of the history, newest first. */
export const reportListRead = (merchantId: string, page: number) => query(reportList, { params: { merchantId }, query: { page } })

/** One report. One that is gone is said in its dialog: it leads nowhere else. */
export const reportRead = (merchantId: string, reportId: string) => query(reportDetail, { params: { merchantId, reportId } })

/** All schedules of the shop. The history shows their number only: when they cannot be read, it stays. */
export const scheduleListRead = (merchantId: string) => query(reportScheduleList, { params: { merchantId }, quiet: true })

/** Whether it is still to be made. */
export const underWay = ({ status }: Pick<Report, 'status'>): boolean => status === 'queued' || status === 'processing'
