import type { OfflineCheckout } from '#contract/sales/offlineCheckout'

export type RungName = 'ready' | 'sent' | 'opened' | 'inProcess' | 'challenge' | 'end'
export type RungState = 'done' | 'now' | 'todo' | 'failed'
/** How a link ended, or null while it is open. */
export type Outcome = 'approved' | 'refused' | 'expired' | 'dismissed' | 'cancelled' | 'replaced' | 'duplicated'
export type Rung = { name: RungName; state: RungState; at: string | null }

type Facts = Pick<
  OfflineCheckout,
  'status' | 'substatus' | 'statusReason' | 'progress' | 'step' | 'created' | 'deliveries' | 'replacedBy' | 'expiresAt' | 'consent'
>

/** What became of a link; the clock decides over an answer that is older than its end. */
export function outcomeOf(
  checkout: Pick<Facts, 'status' | 'substatus' | 'statusReason' | 'progress' | 'expiresAt'> & { replacedBy?: string | null },
  now: Date,
): Outcome | null {
  const { status, substatus, statusReason, progress, expiresAt } = checkout
  if (status === 'ok') return 'approved'
  if (status === 'pending') {
    const open = substatus === 'pending_customer' && progress !== 'expired'
    return (open && expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) || progress === 'expired' ? 'expired' : null
  }
  if (progress === 'replaced' || checkout.replacedBy) return 'replaced'
  if (substatus === 'rejected') return 'refused'
  if (substatus === 'stopped_duplicated') return 'duplicated'
  if (substatus === 'stopped_merchant') return 'cancelled'
  return statusReason === 'customer_dismissed' ? 'dismissed' : 'expired'
}

const afterChallenge: readonly string[] = ['bank', 'card', 'summary', 'outcome']
const surelyOpened: readonly (Outcome | null)[] = ['approved', 'refused', 'dismissed']

/** The steps of a sale as the till shows them: what is done, where the customer is now, what is still to come. */
export function ladderOf(checkout: Facts, now: Date): Rung[] {
  const { step, created, deliveries } = checkout
  const outcome = outcomeOf(checkout, now)
  const asked = deliveries.some(({ purpose }) => purpose === 'link')
  const sent = deliveries.filter(({ purpose, state }) => purpose === 'link' && state === 'sent').at(-1)
  const first = { name: asked ? 'sent' : 'ready', at: sent?.at ?? created } as const
  return outcome === null ? openLadder(first, checkout, step) : endedLadder(first, checkout, outcome)
}

type First = { name: 'ready' | 'sent'; at: string }

function openLadder(first: First, { progress }: Facts, step: Facts['step']): Rung[] {
  const opened = progress !== 'created' && progress !== 'sent'
  const challenged = step === 'challenge'
  const rungs: Rung[] = [
    { ...first, state: opened ? 'done' : 'now' },
    { name: 'opened', state: opened ? 'done' : 'todo', at: null },
    { name: 'inProcess', state: challenged ? 'done' : opened ? 'now' : 'todo', at: null },
  ]
  if (!afterChallenge.includes(step)) rungs.push({ name: 'challenge', state: challenged ? 'now' : 'todo', at: null })
  return [...rungs, { name: 'end', state: 'todo', at: null }]
}

/** How far somebody came who never finished is not told, so only what is sure is shown. */
function endedLadder(first: First, { consent, statusReason }: Facts, outcome: Outcome): Rung[] {
  const rungs: Rung[] = [{ ...first, state: 'done' }]
  if (consent === 'confirmed' || surelyOpened.includes(outcome)) {
    rungs.push({ name: 'opened', state: 'done', at: null }, { name: 'inProcess', state: 'done', at: null })
  }
  if (statusReason === 'failed_challenge' || statusReason === 'expired_challenge')
    rungs.push({ name: 'challenge', state: 'failed', at: null })
  return [...rungs, { name: 'end', state: outcome === 'approved' ? 'done' : 'failed', at: null }]
}
