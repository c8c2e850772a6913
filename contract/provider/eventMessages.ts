import { creditStates } from '#domain/money/customerCredit'
import { disputeBearers, disputeReasons, disputeStates } from '#domain/money/cardDispute'
import { relationEndReasons } from '#domain/merchants/retention'
import { webhookTest } from '#domain/merchants/webhook'
import { type ProviderEventSubject, type ProviderEventType, subjectOfEvent } from '#domain/provider/events'
import { channels, products, substatuses } from '#domain/sales/operations/states'
import { z } from 'zod/mini'
import { paperFile, paperSide, paperType } from '../merchants/documents.ts'
import { onboardingStatus } from '../merchants/onboarding.ts'
import type { Schema } from '../platform/endpoint.ts'
import { amount, date, hexId, instant, mode } from '../platform/values.ts'

// The body of an event for the provider's own systems: ids, and what is true of its object when it is sent. No data of customers. Amounts in cents.

/** Empty: the event has no shop. */
const ofAccount = { mode, accountId: z.nullable(hexId) }
const ofShop = { ...ofAccount, merchantId: hexId }
/** An object that is gone is null. */
const object = <S extends Parameters<typeof z.strictObject>[0]>(shape: S) => z.nullable(z.strictObject(shape))

const operation = object({
  mid: z.nullable(z.string()),
  category: z.string(),
  substatus: z.enum(substatuses),
  statusReason: z.nullable(z.string()),
  suspensionReason: z.nullable(z.string()),
  channel: z.enum(channels),
  product: z.enum(products),
  currency: z.string(),
  amount,
  capturedAmount: amount,
  refundedAmount: amount,
  numInstalments: z.int(),
  paidInstalments: z.int(),
  settlementStatus: z.string(),
  createdAt: instant,
  confirmedAt: z.nullable(instant),
})
/** An entry of an operation's history; `sequence` gives their order, since messages may arrive out of order. */
const ofOperation = z.strictObject({
  ...ofShop,
  operationId: hexId,
  sequence: z.int(),
  event: z.string(),
  from: z.nullable(z.enum(substatuses)),
  to: z.enum(substatuses),
  reason: z.nullable(z.string()),
  amount: z.nullable(amount),
  operation,
})

const ofDispute = z.strictObject({
  ...ofShop,
  operationId: hexId,
  disputeId: hexId,
  amount,
  reason: z.enum(disputeReasons),
  state: z.enum(disputeStates),
  bearer: z.nullable(z.enum(disputeBearers)),
  operation,
})

const data: Record<ProviderEventSubject, Schema> = {
  account: z.strictObject({
    ...ofAccount,
    /** Why the relation ended. */
    reason: z.optional(z.enum(relationEndReasons)),
    account: object({
      type: z.enum(['enterprise', 'self_employed', 'unknown']),
      company: z.string(),
      createdAt: instant,
      disabledAt: z.nullable(instant),
      endedOn: z.nullable(date),
    }),
  }),
  application: z.strictObject({
    ...ofShop,
    application: object({
      name: z.string(),
      businessActivity: z.string(),
      submittedAt: instant,
      outcome: z.nullable(z.enum(['approved', 'rejected'])),
      decidedAt: z.nullable(instant),
      onboarding: z.nullable(onboardingStatus),
    }),
  }),
  document: z.strictObject({
    ...ofAccount,
    documentId: hexId,
    document: object({
      type: paperType,
      side: paperSide,
      status: paperFile.shape.status,
      rejectionReason: z.nullable(z.string()),
      uploadedAt: instant,
      reviewedAt: z.nullable(instant),
      expiresOn: z.nullable(date),
    }),
  }),
  merchant: z.strictObject({
    ...ofShop,
    merchant: object({
      name: z.string(),
      url: z.nullable(z.string()),
      status: z.enum(['pending', 'active', 'suspended', 'rejected', 'closed']),
      liveOn: z.nullable(instant),
      createdAt: instant,
    }),
  }),
  operation: ofOperation,
  // The first: collection stopped or resumed. The second: what became of a card dispute.
  dispute: z.union([ofOperation, ofDispute]),
  settlement: z.strictObject({
    ...ofShop,
    settlementId: hexId,
    settlement: object({
      reference: z.string(),
      valueOn: date,
      status: z.string(),
      openingBalance: amount,
      sales: amount,
      refunds: amount,
      fees: amount,
      vat: amount,
      netAmount: amount,
      closingBalance: amount,
      cutOffAt: instant,
      paidAt: z.nullable(instant),
    }),
  }),
  payout: z.strictObject({
    ...ofShop,
    settlementId: hexId,
    /** The bank's, when it returned the transfer. */
    returnCode: z.optional(z.nullable(z.string())),
    payout: object({
      settlementId: hexId,
      reference: z.string(),
      amount,
      valueOn: date,
      state: z.enum(['queued', 'sent', 'confirmed', 'returned']),
      returnCode: z.nullable(z.string()),
      sentAt: z.nullable(instant),
      doneAt: z.nullable(instant),
    }),
  }),
  debit: z.strictObject({
    ...ofShop,
    debitId: hexId,
    /** The bank's, when it refused or returned the debit. */
    reasonCode: z.optional(z.nullable(z.string())),
    debit: object({
      reference: z.string(),
      announcedAmount: amount,
      chargedAmount: z.nullable(amount),
      dueOn: date,
      state: z.enum(['notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled']),
      reasonCode: z.nullable(z.string()),
      announcedAt: instant,
      bookedAt: z.nullable(instant),
    }),
  }),
  credit: z.strictObject({
    ...ofShop,
    /** That of its refund. */
    creditId: hexId,
    /** Opened with; still without a payment, when an account is needed; else of the payment. */
    amount,
    paymentId: z.optional(hexId),
    kind: z.optional(z.enum(['card', 'transfer', 'manual'])),
    /** The partner's code, when it returned the payment. */
    reason: z.optional(z.nullable(z.string())),
    credit: object({
      operationId: hexId,
      state: z.enum(creditStates),
      amount,
      paidAmount: amount,
      underWayAmount: amount,
      createdAt: instant,
      askedAt: z.nullable(instant),
      paidAt: z.nullable(instant),
    }),
  }),
  claim: z.strictObject({
    ...ofShop,
    claimId: hexId,
    claim: object({
      settlementId: hexId,
      about: z.enum(['lines', 'bank']),
      state: z.enum(['open', 'answered', 'closed']),
      difference: amount,
      openedAt: instant,
      answeredAt: z.nullable(instant),
      closedAt: z.nullable(instant),
    }),
  }),
}

/** The body of an event of a type, or of a test. */
export const providerEventMessage = (type: ProviderEventType | typeof webhookTest): Schema =>
  z.strictObject({
    type: z.literal(type),
    timestamp: instant,
    data: type === webhookTest ? z.strictObject({}) : data[subjectOfEvent(type)],
  })
