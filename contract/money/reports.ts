import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { pageNumber } from '../platform/page.ts'
import { changesShop, operators, readsShop } from '../platform/policy.ts'
import { date, emailText, hexId, instant, typedText } from '../platform/values.ts'

/** Files generated in the background (docs/domain.md#reports). */
const path = '/v2/merchants/{merchantId}/reports'
const schedulePath = '/v2/merchants/{merchantId}/report-schedules'

/**
 * Tables, and `month_package`: invoices, settlements and journal entries of a month in one zip, for the accountant. A plain list, so that the browser can
 * use it without the validation library.
 */
export const tableTypes = [
  'operations',
  'settlements',
  'refunds',
  'instalment_calendar',
  'campaigns',
  'fees',
  'reconciliation',
  'month_package',
] as const
/** Document files of a date range in one zip: requested from their list, and never scheduled. */
export const fileSetTypes = ['settlement_files', 'invoice_files'] as const
export const reportTypes = [...tableTypes, ...fileSetTypes] as const
export const reportType = z.enum(reportTypes)

/** The calls whose data a report contains: a member who may not make all of them may not have the report. */
export const callsOfReport = {
  operations: [],
  settlements: ['settlementList'],
  refunds: [],
  instalment_calendar: [],
  campaigns: [],
  fees: ['settlementLines'],
  reconciliation: ['settlementLines'],
  month_package: ['settlementDownloadMany', 'invoiceDownloadMany'],
  settlement_files: ['settlementDownloadMany'],
  invoice_files: ['invoiceDownloadMany'],
} as const satisfies Record<(typeof reportTypes)[number], readonly string[]>
export const reportFormat = z.enum(['csv', 'xlsx', 'json', 'zip'])
export const reportState = z.enum(['queued', 'processing', 'ready', 'failed', 'expired'])
/** `missing`: required content does not exist yet, such as the month's invoice. */
export const reportProblem = z.enum(['failed', 'missing'])
/** What a month's package lacks: the month's end, its invoice. */
export const reportMissing = z.enum(['month_end', 'invoice'])

/**
 * A filter of the exported list, with the wire name of the list's parameter; the date range is the report's own. For document files, their `format` and the
 * other filters of their list.
 */
const filter = z.strictObject({ key: typedText(40), value: typedText(200) })
const recipients = z.array(emailText).check(z.maxLength(5))

export const report = z.strictObject({
  id: hexId,
  type: reportType,
  /** The file's name, without its extension. */
  name: z.string(),
  /** First and last Madrid day. */
  from: date,
  to: date,
  format: reportFormat,
  filters: z.array(filter),
  recipients: z.array(z.string()),
  status: reportState,
  /** 0 to 100. */
  progress: z.int(),
  /** Rows and bytes of the file; null until it is ready. */
  rows: z.nullable(z.int()),
  sizeBytes: z.nullable(z.int()),
  /** SHA-256 of the file, hexadecimal. */
  checksum: z.nullable(z.string()),
  /** Version of its columns. */
  version: z.int(),
  problem: z.nullable(reportProblem),
  /** With problem `missing`: what is missing. */
  missing: z.array(reportMissing),
  created: instant,
  /** Null: by a schedule. */
  createdBy: z.nullable(z.string()),
  scheduleId: z.nullable(hexId),
  readyAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
})
export type Report = z.output<typeof report>

export const reportList = endpoint({
  name: 'reportList',
  method: 'GET',
  path,
  summary: 'Informes',
  policy: { ...readsShop, roles: operators, right: 'reports', clock: 'wall' },
  providerApi: true,
  query: z.object({ page: pageNumber }),
  answers: {
    /** `total` is the number of pages. */
    200: z.strictObject({ results: z.array(report), current: z.int(), total: z.int(), next: z.nullable(z.int()) }),
  },
  refusals: [],
})

/** Limits: three requested reports in progress per shop and mode; 366 days; filters only for `operations` and document files. */
export const reportCreate = endpoint({
  name: 'reportCreate',
  method: 'POST',
  path,
  summary: 'Pedir un informe',
  policy: { ...changesShop, roles: operators, right: 'reports', afterEnd: 'allowed', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({
    type: reportType,
    from: date,
    to: date,
    format: reportFormat,
    filters: z._default(z.array(filter).check(z.maxLength(20)), []),
    recipients: z._default(recipients, []),
  }),
  answers: { 201: report },
  refusals: [],
})

export const reportDetail = endpoint({
  name: 'reportDetail',
  method: 'GET',
  path: `${path}/{reportId}`,
  summary: 'Un informe y cómo va',
  policy: { ...readsShop, roles: operators, right: 'reports', clock: 'wall' },
  providerApi: true,
  background: true,
  answers: { 200: report },
  refusals: [],
})

export const reportDownload = endpoint({
  name: 'reportDownload',
  method: 'GET',
  path: `${path}/{reportId}/download`,
  summary: 'Descargar un informe',
  policy: { ...readsShop, roles: operators, right: 'reports', clock: 'wall' },
  providerApi: true,
  longPoll: true,
  answers: { 200: 'file' },
  refusals: ['ReportNotReady'],
})

/** Stops a report in progress, or deletes a finished one with its file. */
export const reportDelete = endpoint({
  name: 'reportDelete',
  method: 'DELETE',
  path: `${path}/{reportId}`,
  summary: 'Quitar un informe',
  policy: { ...changesShop, roles: operators, right: 'reports', afterEnd: 'allowed', clock: 'wall' },
  answers: { 204: null },
  refusals: [],
})

export const reportSchedule = z.strictObject({
  id: hexId,
  type: reportType,
  format: reportFormat,
  frequency: z.enum(['daily', 'weekly', 'monthly']),
  recipients: z.array(z.string()),
  /** The day in Madrid on which it runs next, early in the morning, for the day, week or month that has ended. */
  nextRunOn: date,
  version: z.int(),
  created: instant,
  createdBy: z.string(),
  /** The outcome of its last run; null before the first. */
  lastStatus: z.nullable(reportState),
})
export type ReportSchedule = z.output<typeof reportSchedule>

export const reportScheduleList = endpoint({
  name: 'reportScheduleList',
  method: 'GET',
  path: schedulePath,
  summary: 'Informes programados',
  policy: { ...readsShop, roles: operators, right: 'reports', clock: 'wall' },
  answers: { 200: z.array(reportSchedule) },
  refusals: [],
})

/** At most twenty for a shop. */
export const reportScheduleCreate = endpoint({
  name: 'reportScheduleCreate',
  method: 'POST',
  path: schedulePath,
  summary: 'Programar un informe',
  policy: { ...changesShop, roles: operators, right: 'reports', clock: 'wall' },
  body: z.strictObject({
    type: reportType,
    format: reportFormat,
    frequency: z.enum(['daily', 'weekly', 'monthly']),
    recipients,
  }),
  answers: { 201: reportSchedule },
  refusals: [],
})

export const reportScheduleDelete = endpoint({
  name: 'reportScheduleDelete',
  method: 'DELETE',
  path: `${schedulePath}/{scheduleId}`,
  summary: 'Dejar de programar un informe',
  policy: { ...changesShop, roles: operators, right: 'reports', afterEnd: 'allowed', clock: 'wall' },
  answers: { 204: null },
  refusals: [],
})
