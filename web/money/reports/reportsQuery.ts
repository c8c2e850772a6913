/** The two halves of the page: files made and files to come. */
const reportViews = ['history', 'schedules'] as const
export type ReportView = (typeof reportViews)[number]

/** What may lie over the page; in the address, so that reload and Back keep it. */
const reportDialogs = ['ask', 'package', 'detail', 'remove', 'check', 'schedule', 'unschedule'] as const
export type ReportDialog = (typeof reportDialogs)[number]

/** Everything that decides what the page shows. `id`: the report or schedule that the dialog is about; for `ask`, the one to repeat. */
export type ReportsQuery = { view: ReportView; page: number; dialog: ReportDialog | null; id: string | null }

/** The page as it opens. */
export const plainReports: ReportsQuery = { view: 'history', page: 1, dialog: null, id: null }

const needsId: ReadonlySet<ReportDialog> = new Set(['detail', 'remove', 'unschedule'])

/** Reads the address; what is not known is left out, as is a dialog that does not say what it is about. */
export function readReportsQuery(search: Record<string, string>): ReportsQuery {
  const asked = reportDialogs.find((one) => one === search['dialog']) ?? null
  const id = /^[0-9a-f]{32}$/.test(search['report'] ?? '') ? (search['report'] ?? null) : null
  const dialog = asked !== null && needsId.has(asked) && id === null ? null : asked
  return {
    view: reportViews.find((one) => one === search['view']) ?? 'history',
    page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
    dialog,
    id: dialog === null ? null : id,
  }
}

/** The query as the address writes it; what is as the page opens is left out. */
export function reportsSearch({ view, page, dialog, id }: ReportsQuery): Record<string, string> {
  return {
    ...(view !== 'history' && { view }),
    ...(page > 1 && { page: String(page) }),
    ...(dialog && { dialog }),
    ...(dialog && id && { report: id }),
  }
}
