import type { Operation } from '#contract/sales/operations'
import { t, tOr } from '../../platform/i18n/t.ts'

/** Reasons that the shop's own words would tell staff as if they were the shop. */
const forStaff: Readonly<Record<string, 'consoleMerchants.why.confirm' | 'consoleMerchants.why.refused'>> = {
  confirmation_required: 'consoleMerchants.why.confirm',
  ko_generic: 'consoleMerchants.why.refused',
}

/** Why an operation is in its state, in words; undefined when nothing is to be said. */
export function reasonText({ statusReason, suspensionReason }: Pick<Operation, 'statusReason' | 'suspensionReason'>): string | undefined {
  const reason = suspensionReason ?? statusReason
  if (reason === null) return undefined
  const own = forStaff[reason]
  return own ? t(own) : tOr(`operations.reason.${reason}`, 'consoleMerchants.operations.otherReason')
}
