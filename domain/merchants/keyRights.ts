import type { WithheldRight } from '../access/teamRights.ts'

/** What a private key can be made without, named as the rights of people. Reading orders is part of every private key. */
export const keyRights = ['sell', 'refund', 'capture', 'campaigns', 'settlements'] as const satisfies readonly WithheldRight[]
export type KeyRight = (typeof keyRights)[number]

/** What a key may do and the most that it gives back, in cents; null: no limit. */
export type KeyGrant = { rights: readonly KeyRight[]; refundLimitCents: number | null; refundDayLimitCents: number | null }

/** A key that does everything, without limits. */
export const wholeGrant: KeyGrant = { rights: keyRights, refundLimitCents: null, refundDayLimitCents: null }

/** Limits mean nothing on a key that gives nothing back; rights are listed once and in one order. */
export const tidiedGrant = ({ rights, ...limits }: KeyGrant): KeyGrant => ({
  rights: keyRights.filter((right) => rights.includes(right)),
  ...(rights.includes('refund') ? limits : { refundLimitCents: null, refundDayLimitCents: null }),
})
