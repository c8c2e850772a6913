import { formatDate } from '#domain/platform/dates'
import type { Permission } from '#domain/sales/operations/lifecycle'
import { Refusal } from '../../platform/calls/refusal.ts'

/** The refusal for a domain rule that does not allow the action. */
export function refusalFor(
  type: 'RefundNotAllowed' | 'CancelNotAllowed' | 'CaptureNotAllowed' | 'ConfirmNotAllowed',
  permission: Permission,
): Refusal {
  return permission.allowed
    ? new Refusal(type)
    : new Refusal(type, { why: permission.why, ...(permission.on && { values: { date: formatDate(permission.on) } }) })
}
