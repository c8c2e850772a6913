import type { WithheldRight } from '../access/teamRights.ts'

/** Rights that a private key can lack, named like those of people. Every private key may read orders. */
export const keyRights = ['sell', 'refund', 'capture', 'campaigns', 'settlements'] as const satisfies readonly WithheldRight[]
export type KeyRight = (typeof keyRights)[number]

/** A key's rights and refund limits, in cents; null: no limit. */
export type KeyGrant = { rights: readonly KeyRight[]; refundLimitCents: number | null; refundDayLimitCents: number | null }

/** All rights, without limits. */
export const fullGrant: KeyGrant = { rights: keyRights, refundLimitCents: null, refundDayLimitCents: null }

/** Drops limits of a key that may not refund; lists rights once, in a fixed order. */
export const normalizedGrant = ({ rights, ...limits }: KeyGrant): KeyGrant => ({
  rights: keyRights.filter((right) => rights.includes(right)),
  ...(rights.includes('refund') ? limits : { refundLimitCents: null, refundDayLimitCents: null }),
})
