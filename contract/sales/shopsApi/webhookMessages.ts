import type { SentType } from '#domain/merchants/webhook'
import { substatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import type { Schema } from '../../platform/endpoint.ts'
import { campaignState } from '../campaigns.ts'
import { amount, date, hexId, instant } from '../../platform/values.ts'

/** The body of a webhook message: ids, states and amounts, no customer data. */

/** An event of an operation's history; `sequence` gives their order, since messages may arrive out of order. */
const operationData = z.strictObject({
  operationId: hexId,
  /** The shop's own order number. */
  mid: z.nullable(z.string()),
  sequence: z.int(),
  /** The event's name, as in the operation's history. */
  event: z.string(),
  from: z.nullable(z.enum(substatuses)),
  to: z.enum(substatuses),
  reason: z.nullable(z.string()),
  amount: z.nullable(amount),
})
const settlementData = z.strictObject({
  settlementId: hexId,
  /** Of the bank transfer. */
  reference: z.string(),
  amount,
  valueOn: date,
  /** The bank's return code, when it returned the transfer. */
  returnCode: z.nullable(z.string()),
})
const aboutReport = {
  reportId: hexId,
  /** The schedule that requested it; null: a person did. */
  scheduleId: z.nullable(hexId),
  type: z.string(),
  format: z.string(),
  from: date,
  to: date,
}
/** That the file exists, never the file: it is downloaded in the panel, and `sha256` verifies it. */
const reportData = z.strictObject({
  ...aboutReport,
  rows: z.int(),
  sha256: z.string(),
  expiresAt: instant,
})
const failedReportData = z.strictObject({
  ...aboutReport,
  /** `missing`: its data are not available yet, and `missing` says which; `failed`: it could not be created. */
  problem: z.enum(['failed', 'missing']),
  missing: z.array(z.string()),
})
const campaignData = z.strictObject({ campaignId: hexId, slug: z.string(), from: campaignState, to: campaignState })

/** By the first word of a message's type; failures have a shape of their own. */
export const webhookData = {
  operation: operationData,
  settlement: settlementData,
  report: reportData,
  failedReport: failedReportData,
  campaign: campaignData,
  webhook: z.strictObject({}),
}

/** The body of a message of a type. */
export const webhookMessage = (type: SentType): Schema => {
  const [about = ''] = type.split('.')
  const data = type === 'report.failed' ? webhookData.failedReport : webhookData[about as keyof typeof webhookData] // types begin with these words
  return z.strictObject({ type: z.literal(type), timestamp: instant, data })
}
