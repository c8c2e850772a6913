import { madridDay } from '#domain/platform/dates'
import { nextTargetBusinessDay } from '#domain/platform/targetCalendar'
import { canCancel, remainingCents } from '#domain/sales/operations/lifecycle'
import type { Handler } from '../../platform/calls/call.ts'
import { effectOf, voidEffect } from './effectOf.ts'
import { refusedBy } from './holdRefund.ts'
import { operationIdOf } from './operationText.ts'
import { readStanding } from '../operation/standing.ts'

/** What cancelling would do: before capture it annuls, afterwards it gives back all that remains. */
export const operationCancelPreview: Handler<'operationCancelPreview'> = async ({ params, db, scope, caller, now }) => {
  const standing = await readStanding(db, scope, operationIdOf(params.operationId), false)
  const permission = canCancel(standing.facts, now)
  if (!permission.allowed) throw refusedBy('CancelNotAllowed', permission)
  if (standing.facts.capturedCents === 0) return { preview: voidEffect(standing, nextTargetBusinessDay(madridDay(now))) }
  const asked = { kind: 'cancel' as const, amountCents: remainingCents(standing.facts) }
  return { preview: await effectOf(db, scope, { standing, asked, now, undoSeconds: caller.undoSeconds }) }
}
