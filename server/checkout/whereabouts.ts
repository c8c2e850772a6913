import { createHash } from 'node:crypto'
import { checkoutStepOf, type CheckoutStep } from '#domain/checkoutStep'
import type { Sale } from './sale.ts'

/** How a checkout stands for whoever opens its link. */
export type CheckoutStatus = 'open' | 'approved' | 'refused' | 'expired' | 'cancelled' | 'dismissed' | 'duplicated'

/** Which browser asks: the one that entered the code, another one, or any while nobody has. */
export type Device = 'this' | 'other' | 'none'

/** Where a customer is; every guard and every answer follows from it. */
export type Whereabouts = { status: CheckoutStatus; step: CheckoutStep; device: Device }

/** What is kept of a browser's mark. */
export const hashOfMark = (device: string): Buffer => createHash('sha256').update(device).digest()

/** Whether a browser's mark is the one that was left with the code. */
export function deviceOf(sale: Pick<Sale, 'deviceHash'>, mark: string | undefined): Device {
  if (sale.deviceHash === null) return 'none'
  return mark !== undefined && hashOfMark(mark).equals(sale.deviceHash) ? 'this' : 'other'
}

/** What the end of an operation means to its customer; past its time it has expired, also before the clock has written so. */
export function statusOf(sale: Pick<Sale, 'substatus' | 'statusReason' | 'suspensionReason' | 'expiresAt'>, now: Date): CheckoutStatus {
  switch (sale.substatus) {
    case 'pending_customer':
      return sale.expiresAt !== null && sale.expiresAt <= now ? 'expired' : 'open'
    case 'rejected':
      return 'refused'
    case 'stopped_duplicated':
      return 'duplicated'
    case 'stopped_merchant':
      return 'cancelled'
    case 'stopped_customer':
      return sale.statusReason === 'customer_dismissed' ? 'dismissed' : 'expired'
    case 'payment_suspended':
      return sale.suspensionReason === 'merchant_cancelled' ? 'cancelled' : 'approved'
    default:
      return 'approved'
  }
}

/** Status, step and device of whoever carries this mark now. Another browser is asked for a code of its own before anything else. */
export function whereabouts(sale: Sale, mark: string | undefined, now: Date): Whereabouts {
  const status = statusOf(sale, now)
  const device = deviceOf(sale, mark)
  if (status !== 'open') return { status, step: 'outcome', device }
  const confirmed = device === 'this'
  const step = checkoutStepOf({
    substatus: sale.substatus,
    statusReason: sale.statusReason,
    planChosen: sale.isChosen,
    consentsGiven: sale.consentsGivenAt !== null && (confirmed || sale.codeSentAt !== null),
    codeConfirmed: confirmed,
    identified: sale.identifiedAt !== null,
    challengePassed: sale.challengePassedAt !== null,
    cardSaved: sale.card !== null,
  })
  return { status, step, device }
}

export type StepTaken =
  | 'plan'
  | 'consent'
  | 'codeSend'
  | 'phone'
  | 'code'
  | 'identify'
  | 'challenge'
  | 'bank'
  | 'card'
  | 'confirm'
  | 'dismiss'
  | 'anotherLink'
  | 'contract'

/** From where each step may be taken (our choice): what was answered may be answered again until it has had an effect. */
const from: Readonly<Record<Exclude<StepTaken, 'anotherLink' | 'contract'>, readonly CheckoutStep[]>> = {
  plan: ['plan', 'consent', 'code', 'identity', 'card', 'summary'],
  consent: ['consent', 'code'],
  codeSend: ['consent', 'code'],
  phone: ['code'],
  code: ['code'],
  identify: ['identity'],
  challenge: ['challenge'],
  bank: ['bank'],
  card: ['card', 'summary'],
  confirm: ['summary'],
  dismiss: ['plan', 'consent', 'code', 'identity', 'challenge', 'bank', 'card', 'summary'],
}
const open: readonly StepTaken[] = ['consent', 'codeSend', 'code']

/** Whether a step may be taken. A browser that did not enter the code may do nothing but ask for one of its own. */
export function mayTake(taken: StepTaken, { status, step, device }: Whereabouts): boolean {
  if (taken === 'anotherLink') return status === 'expired'
  if (taken === 'contract') return status === 'approved' || (status === 'open' && step !== 'plan')
  if (status !== 'open' || (device === 'other' && !open.includes(taken))) return false
  return from[taken].includes(step)
}
