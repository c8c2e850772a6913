import type { Refund } from '#contract/sales/operations'
import type { Mode } from '../../platform/api/requestMode.ts'
import { onDevice } from '../../platform/api/merchantNow.ts'

/** Hold time of a refund, in milliseconds. */
export const holdMs = ({ created, releaseAt }: Pick<Refund, 'created' | 'releaseAt'>): number =>
  releaseAt === null ? 0 : Date.parse(releaseAt) - Date.parse(created)

/**
 * When a held refund is released, in epoch milliseconds of this device's clock; capped at its hold time, which it could exceed while the
 * sandbox clock is not known yet, or when the device's clock is slow.
 */
export const releasesAt = (refund: Pick<Refund, 'created' | 'releaseAt'>, mode: Mode, nowMs: number): number =>
  Math.min(onDevice(refund.releaseAt ?? refund.created, mode), nowMs + holdMs(refund))
