import { madridDay } from '#domain/platform/dates'
import { nextDue } from './settleRefund.ts'
import type { Standing } from './standing.ts'

type Books = Pick<Standing, 'facts' | 'instalments' | 'askedInstalment'>

/**
 * The number of the instalment that is being collected: the card was asked and has not answered, or is about to be asked for what falls due today.
 * Until the answer is booked nothing may be refunded or cancelled: what is on its way would be given back before it came, or never be asked for
 * again. `standing` is read under the operation's lock.
 */
export function instalmentUnderCollection({ facts, instalments, askedInstalment }: Books, now: Date): number | undefined {
  if (askedInstalment !== null) return askedInstalment
  const due = nextDue(instalments)
  return facts.substatus === 'payment_process' && due?.state === 'pending' && due.dueOn === madridDay(now) ? due.number : undefined
}

/** The books that a refund finds which goes out at `now`: it waits for the card, which most often says yes. */
export function onceCollected(standing: Standing, now: Date): Standing {
  const number = instalmentUnderCollection(standing, now)
  if (number === undefined) return standing
  const instalments = standing.instalments.map((one) => (one.number === number ? { ...one, state: 'paid' as const } : one))
  return { ...standing, instalments, askedInstalment: null }
}
