import type { Refund } from '#contract/sales/operations'
import type { Mode } from '../../platform/api/requestMode.ts'
import { onDevice } from '../../platform/api/shopNow.ts'

/** How long a refund is held before it leaves, in milliseconds. */
export const holdMs = ({ created, releaseAt }: Pick<Refund, 'created' | 'releaseAt'>): number =>
  releaseAt === null ? 0 : Date.parse(releaseAt) - Date.parse(created)

/**
 * When a held refund leaves, epoch milliseconds on this device's clock; never further off than its whole hold, which it would seem while the
 * shop's moved time is not known yet, or where the device's clock runs behind.
 */
export const leavesAt = (refund: Pick<Refund, 'created' | 'releaseAt'>, mode: Mode, nowMs: number): number =>
  Math.min(onDevice(refund.releaseAt ?? refund.created, mode), nowMs + holdMs(refund))
