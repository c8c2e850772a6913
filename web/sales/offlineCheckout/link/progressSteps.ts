import type { OfflineCheckout } from '#contract/sales/offlineCheckout'

type StepName = 'ready' | 'sent' | 'opened' | 'inProcess' | 'challenge' | 'end'
type StepState = 'done' | 'now' | 'todo' | 'failed'
/** How a link ended. */
export type Outcome = 'approved' | 'refused' | 'expired' | 'dismissed' | 'cancelled' | 'replaced' | 'duplicated'
export type ProgressStep = { name: StepName; state: StepState; at: string | null }

type Facts = Pick<
  OfflineCheckout,
  | 'status'
  | 'substatus'
  | 'statusReason'
  | 'progress'
  | 'step'
  | 'created'
  | 'deliveries'
  | 'replacedBy'
  | 'expiresAt'
  | 'consent'
  | 'openedAt'
  | 'consentAt'
  | 'decidedAt'
>

/** The outcome of a link, null while it is open. A pending link past its expiry counts as expired, even if the response says otherwise. */
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
const openedOutcomes: readonly (Outcome | null)[] = ['approved', 'refused', 'dismissed']

/** The steps of a sale as the till shows them: completed, current and upcoming. */
export function progressSteps(checkout: Facts, now: Date): ProgressStep[] {
  const { step, created, deliveries } = checkout
  const outcome = outcomeOf(checkout, now)
  const delivered = deliveries.some(({ purpose }) => purpose === 'link')
  const sent = deliveries.filter(({ purpose, state }) => purpose === 'link' && state === 'sent').at(-1)
  const first = { name: delivered ? 'sent' : 'ready', at: sent?.at ?? created } as const
  return outcome === null ? openSteps(first, checkout, step) : endedSteps(first, checkout, outcome)
}

type First = { name: 'ready' | 'sent'; at: string }

function openSteps(first: First, { progress, openedAt, consentAt }: Facts, step: Facts['step']): ProgressStep[] {
  const opened = progress !== 'created' && progress !== 'sent'
  const challenged = step === 'challenge'
  const steps: ProgressStep[] = [
    { ...first, state: opened ? 'done' : 'now' },
    { name: 'opened', state: opened ? 'done' : 'todo', at: opened ? openedAt : null },
    { name: 'inProcess', state: challenged ? 'done' : opened ? 'now' : 'todo', at: challenged ? consentAt : null },
  ]
  if (!afterChallenge.includes(step)) steps.push({ name: 'challenge', state: challenged ? 'now' : 'todo', at: null })
  return [...steps, { name: 'end', state: 'todo', at: null }]
}

/** The server does not report how far an unfinished sale got, so only confirmed steps are shown. */
function endedSteps(first: First, { consent, statusReason, openedAt, consentAt, decidedAt }: Facts, outcome: Outcome): ProgressStep[] {
  const steps: ProgressStep[] = [{ ...first, state: 'done' }]
  if (consent === 'confirmed' || openedOutcomes.includes(outcome)) {
    steps.push({ name: 'opened', state: 'done', at: openedAt }, { name: 'inProcess', state: 'done', at: consentAt })
  }
  if (statusReason === 'failed_challenge' || statusReason === 'expired_challenge')
    steps.push({ name: 'challenge', state: 'failed', at: null })
  return [...steps, { name: 'end', state: outcome === 'approved' ? 'done' : 'failed', at: decidedAt }]
}
