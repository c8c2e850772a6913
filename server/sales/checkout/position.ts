import { checkoutStepOf, type CheckoutStep } from '#domain/sales/operations/checkoutStep'
import { hashOfMark } from '../../platform/calls/cookies.ts'
import type { Sale } from './sale.ts'

/** The status of a checkout as shown to the holder of its link. */
export type CheckoutStatus = 'open' | 'approved' | 'refused' | 'expired' | 'cancelled' | 'dismissed' | 'duplicated'

/** Which browser asks: the one that entered the code, another one, or any while none has. */
type Device = 'this' | 'other' | 'none'

/** A browser's cookies: the one set when the code of this checkout was entered, and the one it opens checkouts with. */
type BrowserCookies = { device: string | undefined; opener: string | undefined }

/** The customer's position, which every guard and answer is derived from. `knownBy`: what proves that it is the customer. */
export type CheckoutPosition = { status: CheckoutStatus; step: CheckoutStep; device: Device; knownBy: 'code' | 'opener' | 'link' }

/** Whether a browser's cookie is the one set when the code was entered. */
export function deviceOf(sale: Pick<Sale, 'deviceHash'>, cookie: string | undefined): Device {
  if (sale.deviceHash === null) return 'none'
  return cookie !== undefined && hashOfMark(cookie).equals(sale.deviceHash) ? 'this' : 'other'
}

/** Whether a browser opened the checkout first; before that, any browser. */
const isOpener = ({ openerHash }: Pick<Sale, 'openerHash'>, cookie: string | undefined) =>
  openerHash === null || (cookie !== undefined && hashOfMark(cookie).equals(openerHash))

/** What the operation's end means to its customer; past its expiry it counts as expired, even before the deadline job has recorded it. */
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

/** Status, step and device for these cookies now. Another browser must enter a code of its own before anything else. */
export function positionOf(sale: Sale, cookies: BrowserCookies, now: Date): CheckoutPosition {
  const status = statusOf(sale, now)
  const device = deviceOf(sale, cookies.device)
  const knownBy = device === 'this' ? 'code' : isOpener(sale, cookies.opener) ? 'opener' : 'link'
  if (status !== 'open') return { status, step: 'outcome', device, knownBy }
  const confirmed = device === 'this'
  const step = checkoutStepOf({
    substatus: sale.substatus,
    statusReason: sale.statusReason,
    planChosen: sale.isChosen,
    consentsGiven: sale.consentsGivenAt !== null && (confirmed || sale.codeSentAt !== null),
    codeConfirmed: confirmed,
    identified: sale.identifiedAt !== null,
    challengePassed: sale.challengePassedAt !== null,
    awaitsDecision: sale.decisionWait !== null,
    cardSaved: sale.card !== null,
  })
  return { status, step, device, knownBy }
}

export type CheckoutAction =
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
  | 'pay'
  | 'payEarly'
  | 'newCard'

/** The steps from which each action may be taken: an answer may be repeated until it has had an effect. */
const allowedSteps: Readonly<
  Record<Exclude<CheckoutAction, 'anotherLink' | 'contract' | 'pay' | 'payEarly' | 'newCard'>, readonly CheckoutStep[]>
> = {
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
  dismiss: ['plan', 'consent', 'code', 'identity', 'review', 'challenge', 'bank', 'card', 'summary'],
}
/** What a browser that did not enter the code may do before signing. */
const withoutCode: readonly CheckoutAction[] = ['consent', 'codeSend', 'code']
/** What a browser that did not enter the code may do after signing: prove by one of its own that it is the customer's, and get the contract that names them. */
const afterSigning: readonly CheckoutAction[] = ['codeSend', 'code']
/** Not allowed by the link alone, which others may hold too. A code sent to the customer's own phone makes any browser theirs. */
export const needsOwnBrowser: ReadonlySet<CheckoutAction> = new Set(['phone', 'dismiss', 'payEarly', 'newCard'])

/** Whether an action may be taken. A browser that did not enter the code may only request a code of its own. */
export function isStepAllowed(action: CheckoutAction, { status, step, device, knownBy }: CheckoutPosition): boolean {
  if (action === 'anotherLink') return status === 'expired'
  if (action === 'contract') return status === 'approved' || (status === 'open' && step !== 'plan')
  // What is due may be paid by anybody who has the link.
  if (action === 'pay') return status === 'approved'
  // Whoever changes the plan or its card has entered a code.
  if (action === 'payEarly' || action === 'newCard') return status === 'approved' && device === 'this'
  if (status === 'approved' && device !== 'this') return afterSigning.includes(action)
  if (status !== 'open' || (device === 'other' && !withoutCode.includes(action))) return false
  if (knownBy === 'link' && needsOwnBrowser.has(action)) return false
  return allowedSteps[action].includes(step)
}
