import type { Operation } from '#contract/sales/operations'
import { tOr } from '../../platform/i18n/t.ts'

/** Why an operation is in its state, in words; undefined when nothing is to be said. */
export function reasonText({ statusReason, suspensionReason }: Pick<Operation, 'statusReason' | 'suspensionReason'>): string | undefined {
  const reason = suspensionReason ?? statusReason
  return reason === null ? undefined : tOr(`operations.reason.${reason}`, 'consoleMerchants.operations.otherReason')
}
