import type { Account } from '#contract/access/account'
import type { Role } from '#domain/access/roles'
import { presetOf } from '#domain/access/team'
import { centsOrNull } from '#domain/platform/money'

/** Columns of `memberships`. */
export type AccessRow = { role: Role; withheld: string[]; refund_limit_cents: bigint | null; refund_day_limit_cents: bigint | null }

/** The preset that an access equals, as a part of an answer: empty if it equals none. */
export function presetPart(access: Parameters<typeof presetOf>[0]): Pick<Account, 'preset'> {
  const preset = presetOf(access)
  return preset === undefined ? {} : { preset }
}

/** The same of stored columns. */
export const presetIn = ({ role, withheld, refund_limit_cents: refundLimit, refund_day_limit_cents: dayLimit }: AccessRow) =>
  presetPart({ role, withheld, refundLimitCents: centsOrNull(refundLimit), refundDayLimitCents: centsOrNull(dayLimit) })
