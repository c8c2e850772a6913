import type { OfflineCheckout } from '#contract/offlineCheckout'

export type RungName = 'ready' | 'sent' | 'opened' | 'inProcess' | 'challenge' | 'end'
export type RungState = 'done' | 'now' | 'todo' | 'failed'
/** How a link ended, or null while it is open. */
export type Outcome = 'approved' | 'refused' | 'expired' | 'dismissed' | 'cancelled' | 'replaced' | 'duplicated'
export type Rung = { name: RungName; state: RungState; at: string | null }

type Facts = Pick<
  OfflineCheckout,
  'status' | 'substatus' | 'statusReason' | 'progress' | 'step' | 'created' | 'deliveries' | 'replacedBy' | 'expiresAt'
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

/** The steps of a sale as the till shows them: what is done, where the customer is now, what is still to come (our choice). */
export function ladderOf(checkout: Facts, now: Date): Rung[] {
  const { progress, step, created, deliveries } = checkout
  const outcome = outcomeOf(checkout, now)
  const sent = deliveries.filter(({ purpose, state }) => purpose === 'link' && state === 'sent').at(-1)
  const asked = deliveries.some(({ purpose }) => purpose === 'link')
  const at = asked ? (sent?.at ?? created) : created
  const challenged = step === 'challenge'
  // Once it has ended, the step tells how far the customer came.
  const opened = outcome === null ? progress !== 'created' && progress !== 'sent' : outcome === 'approved' || step !== 'plan'
  const working = (): RungState =>
    outcome === 'approved' ? 'done' : outcome !== null ? (opened ? 'done' : 'todo') : challenged ? 'done' : opened ? 'now' : 'todo'
  const rungs: Rung[] = [
    { name: asked ? 'sent' : 'ready', state: opened || outcome !== null ? 'done' : 'now', at },
    { name: 'opened', state: opened ? 'done' : 'todo', at: null },
    { name: 'inProcess', state: working(), at: null },
  ]
  const past = outcome !== null || afterChallenge.includes(step)
  if (!past || challenged) rungs.push({ name: 'challenge', state: challenged ? (outcome === null ? 'now' : 'failed') : 'todo', at: null })
  rungs.push({ name: 'end', state: outcome === null ? 'todo' : outcome === 'approved' ? 'done' : 'failed', at: null })
  return rungs
}
