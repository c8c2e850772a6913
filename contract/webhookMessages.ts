import type { SentType } from '#domain/webhook'
import { substatuses } from '#domain/states'
import { z } from 'zod/mini'
import type { Schema } from './endpoint.ts'
import { campaignState } from './campaigns.ts'
import { amount, date, hexId, instant } from './values.ts'

/** What a message to a shop's address says: ids, states and amounts, nothing of a customer. Written by the triggers of migrations 0033 and 0048. */

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
const reportData = z.strictObject({
  reportId: hexId,
  type: z.string(),
  format: z.string(),
  from: date,
  to: date,
  rows: z.int(),
  sha256: z.string(),
  expiresAt: instant,
})
const campaignData = z.strictObject({ campaignId: hexId, slug: z.string(), from: campaignState, to: campaignState })

/** By the first word of a message's type. */
export const webhookData = {
  operation: operationData,
  settlement: settlementData,
  report: reportData,
  campaign: campaignData,
  webhook: z.strictObject({}),
}

/** The whole body of a message of a type. */
export const webhookMessage = (type: SentType): Schema => {
  const [about = ''] = type.split('.')
  return z.strictObject({ type: z.literal(type), timestamp: instant, data: webhookData[about as keyof typeof webhookData] }) // types begin with these words
}
