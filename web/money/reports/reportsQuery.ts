/** Tabs of the page: past reports and schedules. */
const reportViews = ['history', 'schedules'] as const
type ReportView = (typeof reportViews)[number]

/** Dialogs over the page; in the URL, so that reload and Back keep them. */
const reportDialogs = ['ask', 'package', 'detail', 'remove', 'check', 'schedule', 'unschedule'] as const
type ReportDialog = (typeof reportDialogs)[number]

/** URL state of the page. `id`: the report or schedule of the dialog; for `ask`, the report to repeat. */
export type ReportsQuery = { view: ReportView; page: number; dialog: ReportDialog | null; id: string | null }

/** Default URL state. */
export const defaultReportsQuery: ReportsQuery = { view: 'history', page: 1, dialog: null, id: null }

const needsId: ReadonlySet<ReportDialog> = new Set(['detail', 'remove', 'unschedule'])

/** Parses the URL; unknown values and a dialog without its id are ignored. */
export function readReportsQuery(search: Record<string, string>): ReportsQuery {
  const requestedDialog = reportDialogs.find((one) => one === search['dialog']) ?? null
  const id = /^[0-9a-f]{32}$/.test(search['report'] ?? '') ? (search['report'] ?? null) : null
  const dialog = requestedDialog !== null && needsId.has(requestedDialog) && id === null ? null : requestedDialog
  return {
    view: reportViews.find((one) => one === search['view']) ?? 'history',
    page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
    dialog,
    id: dialog === null ? null : id,
  }
}

/** Serializes the URL state; defaults are omitted. */
export function reportsSearch({ view, page, dialog, id }: ReportsQuery): Record<string, string> {
  return {
    ...(view !== 'history' && { view }),
    ...(page > 1 && { page: String(page) }),
    ...(dialog && { dialog }),
    ...(dialog && id && { report: id }),
  }
}
