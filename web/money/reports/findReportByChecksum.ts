import { reportList, type Report } from '#contract/money/reports'
import { load } from '../../platform/api/load.ts'

/** Result of the comparison: the matching report, and the number of compared ones. */
export type Comparison = { report: Report | null; compared: number }

/** Searches the history for a checksum, page by page, newest first. The checksum itself is not sent. */
export async function findReportByChecksum(merchantId: string, checksum: string, signal: AbortSignal): Promise<Comparison> {
  let compared = 0
  for (let page: number | null = 1; page !== null;) {
    const answer: { results: Report[]; next: number | null } = await load(reportList, { params: { merchantId }, query: { page }, signal })
    const report = answer.results.find((one) => one.checksum === checksum)
    compared += answer.results.filter((one) => one.checksum !== null).length
    if (report) return { report, compared }
    page = answer.next
  }
  return { report: null, compared }
}
