import type { Iban } from '#contract/merchants/ibans'

/** States of a pending change. */
const running: ReadonlySet<Iban['status']> = new Set(['unconfirmed', 'pending_review', 'cooling'])

/** Accounts as the screen groups them; the server sends the newest first. */
export function sorted(ibans: readonly Iban[]): { present: Iban | null; change: Iban | null; earlier: Iban[] } {
  const present = ibans.find(({ status }) => status === 'active') ?? null
  const change = ibans.find(({ status }) => running.has(status)) ?? null
  return { present, change, earlier: ibans.filter((one) => one !== present && one !== change) }
}

/**
 * What a change waits for, for the current member: `confirm` and `approve` are their own actions; `confirmation`, `both`, `review` and `owner` are
 * others'; `time` is the waiting period.
 */
export type ChangeStep = 'confirm' | 'approve' | 'confirmation' | 'both' | 'review' | 'owner' | 'time'

type Facts = Pick<Iban, 'status' | 'requestedBy' | 'needsSecondOwner' | 'secondOwner' | 'reviewedAt'>

/** The current step of a pending change. `isOwner`: the member may act on it. */
export function changeStep(change: Facts, me: { id: string; isOwner: boolean }): ChangeStep {
  const isRequester = change.requestedBy?.id === me.id
  if (change.status === 'unconfirmed') return isRequester && me.isOwner ? 'confirm' : 'confirmation'
  if (change.status === 'cooling') return 'time'
  const wantsOwner = change.needsSecondOwner && change.secondOwner === null
  if (wantsOwner && me.isOwner && !isRequester) return 'approve'
  if (!wantsOwner) return 'review'
  return change.reviewedAt === null ? 'both' : 'owner'
}
