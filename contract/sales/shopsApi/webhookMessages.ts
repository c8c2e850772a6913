import type { SentType } from '#domain/merchants/webhook'
import { substatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import type { Schema } from '../../platform/endpoint.ts'
import { campaignState } from '../campaigns.ts'
import { amount, date, hexId, instant } from '../../platform/values.ts'

/** What a message to a shop's address says: ids, states and amounts, nothing of a customer. Written by the triggers of migrations 0033, 0048 and 0052. */

/** One line of an operation's history; `sequence` tells which of two came first, for messages may overtake each other. */
const operationData = z.strictObject({
  operationId: hexId,
  /** The shop's own order number. */
  mid: z.nullable(z.string()),
  sequence: z.int(),
  /** What happened, as in the operation's history. */
  event: z.string(),
  from: z.nullable(z.enum(substatuses)),
  to: z.enum(substatuses),
  reason: z.nullable(z.string()),
  amount: z.nullable(amount),
})
const settlementData = z.strictObject({
  settlementId: hexId,
  /** Of the transfer. */
  reference: z.string(),
  amount,
  valueOn: date,
  /** The bank's own code, when it sent the money back. */
  returnCode: z.nullable(z.string()),
})
const aboutReport = {
  reportId: hexId,
  /** The schedule that asked for it; null: a person did. */
  scheduleId: z.nullable(hexId),
  type: z.string(),
  format: z.string(),
  from: date,
  to: date,
}
/** That the file is there, never the file: it is taken in the panel, and `sha256` says whether it is this one. */
const reportData = z.strictObject({
  ...aboutReport,
  rows: z.int(),
  sha256: z.string(),
  expiresAt: instant,
})
const failedReportData = z.strictObject({
  ...aboutReport,
  /** `missing`: what it is made of is not there yet, and `missing` says what; `failed`: it could not be made. */
  problem: z.enum(['failed', 'missing']),
  missing: z.array(z.string()),
})
const campaignData = z.strictObject({ campaignId: hexId, slug: z.string(), from: campaignState, to: campaignState })

/** By the first word of a message's type; what failed has a shape of its own. */
export const webhookData = {
  operation: operationData,
  settlement: settlementData,
  report: reportData,
  failedReport: failedReportData,
  campaign: campaignData,
  webhook: z.strictObject({}),
}

/** The whole body of a message of a type. */
export const webhookMessage = (type: SentType): Schema => {
  const [about = ''] = type.split('.')
  const data = type === 'report.failed' ? webhookData.failedReport : webhookData[about as keyof typeof webhookData] // types begin with these words
  return z.strictObject({ type: z.literal(type), timestamp: instant, data })
}
