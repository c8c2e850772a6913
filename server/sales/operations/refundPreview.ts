import { canRefund, refundWindowEndsOn, remainingCents } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros } from '#domain/platform/money'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { captureParts } from './captureParts.ts'
import { effectOf } from './effectOf.ts'
import { refusedBy } from './holdRefund.ts'
import { operationIdOf } from './operationText.ts'
import { readLimits } from './refundLimits.ts'
import { readStanding } from '../operation/standing.ts'

/** What is left to refund, in cents, until which Madrid day, and with an amount what refunding it would do. */
export const operationRefundPreview: Handler<'operationRefundPreview'> = async ({ params, query, db, scope, caller, now }) => {
  const [standing, limits] = await Promise.all([
    readStanding(db, scope, operationIdOf(params.operationId), false),
    readLimits(db, scope.mode, caller.userId, now),
  ])
  const { facts } = standing
  const remainingAmount = remainingCents(facts)
  const windowEndsOn = facts.lastCapturedAt && refundWindowEndsOn(facts.lastCapturedAt)
  if (query.amount === undefined) return { remainingAmount, windowEndsOn, limits, preview: null }
  const permission = canRefund(facts, now)
  if (!permission.allowed) throw refusedBy('RefundNotAllowed', permission)
  if (query.amount > remainingAmount) throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(remainingAmount) } })
  const amountCents = cents(query.amount)
  // Which capture bears it changes nothing else: plan, fees and settlement go by the whole operation.
  captureParts(standing.captures, amountCents, query.captureId && uuidOf(query.captureId))
  const asked = { kind: 'refund' as const, amountCents }
  const preview = await effectOf(db, scope, { standing, asked, now, undoSeconds: caller.undoSeconds })
  return { remainingAmount, windowEndsOn, limits, preview }
}
