import { addDays, isLocalDate, madridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Access } from '#domain/access/team'
import type { Caller } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** Shops as uuids, null for all; refuses with ApiValidationException the ones that are not the caller's. */
export function readShops(merchants: readonly string[], { merchantIds }: Caller): string[] | null {
  const ids = [...new Set(merchants)].map((hex) => uuidOf(hex) ?? '')
  if (ids.some((id) => !merchantIds.has(id))) throw fieldRefusal('merchants', 'unknown', text('team.problem.shop'))
  return ids.length === 0 ? null : ids
}

/** The first instant without access after a last Madrid day; refuses days that are over, and those more than two years ahead. */
export function readAccessUntil(day: string | null, now: Date): Date | null {
  if (day === null) return null
  const today = madridDay(now)
  if (!isLocalDate(day) || day < today || day > addDays(today, 731)) throw fieldRefusal('access_until', 'range', text('team.problem.until'))
  return startOfNextMadridDay(day)
}

/** A person without refunds has no limits of them. */
export function tidied(access: Access): Access {
  const refunds = access.role !== 'guest' && !access.withheld.includes('refund')
  const withheld = access.role === 'guest' ? [] : [...new Set(access.withheld)].toSorted()
  return refunds ? { ...access, withheld } : { ...access, withheld, refundLimitCents: null, refundDayLimitCents: null }
}

export const fieldRefusal = (name: string, code: string, message: string): Refusal =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message }] })
