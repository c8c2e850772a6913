import { useQuery } from '@tanstack/react-query'
import { type Dispute, disputeList } from '#contract/sales/disputes'
import type { Operation } from '#contract/sales/operations'
import { answerDeadline, isOver } from '#domain/money/cardDispute'
import { query } from '../../platform/api/query.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { whenText } from '../operationStatus/operationText.ts'
import { disputeOf } from './answerText.ts'

type Part = { answer: string; note: string }

/** The first three answers about an operation with a card dispute that is undecided or lost. `mine`: the shop has not answered it and still can. */
export type DisputeAnswer = { mine: boolean; who: Part; until: Part; todo: Part }

/** Who acts, until when and what to do about an operation's card dispute; null: there is none that matters now, or it is not known yet. */
export function useDisputeAnswer(operation: Operation, now: Date): DisputeAnswer | null {
  const { merchantId, may } = useMerchant()
  const { data, isError } = useQuery({
    ...query(disputeList, { params: { merchantId, operationId: operation.id }, quiet: true }),
    enabled: may('disputeList'),
  })
  if (!may('disputeList')) return unseenAnswer(operation)
  return data ? disputeAnswer(data.results, operation, now) : unreadAnswer(operation, isError)
}

type Disputed = Pick<Operation, 'disputedAmount' | 'suspensionReason' | 'substatus'>

const bank = (): Part => ({ answer: t('operations.dispute.bank'), note: t('operations.dispute.bankWho') })

export function disputeAnswer(disputes: readonly Dispute[], operation: Disputed, now: Date): DisputeAnswer | null {
  const undecided = disputes.filter(({ state }) => !isOver(state))
  if (undecided.length === 0) return lostAnswer(disputes, operation)
  const answerable = undecided.filter((one) => answerableUntil(one, now) !== null)
  const unanswered = answerable.filter(({ answer }) => answer === null)
  const mine = unanswered.length > 0
  const untils = (mine ? unanswered : answerable).flatMap((one) => answerableUntil(one, now) ?? [])
  const [first] = untils.toSorted((a, b) => a.getTime() - b.getTime())
  return {
    mine,
    who: mine ? { answer: t('operations.who.merchant'), note: t('operations.dispute.who') } : bank(),
    until:
      first === undefined
        ? { answer: t('operations.detail.untilBank'), note: t('operations.untilNote.disputeBank') }
        : { answer: whenText(first, now), note: t('operations.untilNote.disputeAnswer') },
    todo: mine
      ? { answer: t('operations.dispute.do'), note: t('operations.dispute.doNote') }
      : { answer: t('operations.dispute.wait'), note: t('operations.dispute.waitNote') },
  }
}

/** Until when the shop can answer a dispute; null: it cannot any more. */
export const answerableUntil = ({ answerable, openedAt, evidenceDueAt }: Dispute, now: Date): Date | null =>
  answerable && evidenceDueAt !== null ? answerDeadline(new Date(openedAt), new Date(evidenceDueAt), now) : null

/** For who may not read disputes: that the bank decides, or has decided. */
export function unseenAnswer(operation: Disputed & Pick<Operation, 'history'>): DisputeAnswer | null {
  const disputed = disputeOf(operation)
  if (disputed === null) return null
  if (disputed === 'lost') return decidedAnswer(operation, t('operations.dispute.decided'))
  return {
    mine: false,
    who: bank(),
    until: { answer: t('operations.detail.untilBank'), note: t('operations.dispute.bankWho') },
    todo: { answer: t('operations.dispute.wait'), note: t('operations.dispute.bankWho') },
  }
}

/** For an undecided dispute that is not read yet, or could not be: nobody is told to wait whose answer may be due today. */
export function unreadAnswer(operation: Pick<Operation, 'disputedAmount' | 'history'>, isError: boolean): DisputeAnswer | null {
  if (disputeOf(operation) !== 'open') return null
  const unknown = { answer: '—', note: '' }
  const note = t(isError ? 'disputes.failed' : 'operations.dispute.reading')
  return { mine: false, who: unknown, until: unknown, todo: { answer: '—', note } }
}

function lostAnswer(disputes: readonly Dispute[], operation: Disputed): DisputeAnswer | null {
  const lost = disputes.findLast(({ state }) => state === 'lost')
  if (!lost || operation.disputedAmount === 0) return null
  return decidedAnswer(operation, t(lost.bearer === 'merchant' ? 'operations.dispute.lostShop' : 'operations.dispute.lostProvider'))
}

/** A lost dispute leaves its plan suspended: what becomes of the rest is the provider's decision. A plan that goes on has its own answers. */
function decidedAnswer({ suspensionReason, substatus }: Disputed, note: string): DisputeAnswer | null {
  const isSuspended = suspensionReason === 'dispute'
  if (!isSuspended && substatus !== 'payment_completed') return null
  return {
    mine: false,
    who: isSuspended
      ? { answer: t('operations.who.provider'), note: t('operations.dispute.lostWho') }
      : { answer: t('operations.who.nobody'), note: t('operations.dispute.decided') },
    until: { answer: t('operations.detail.noDeadline'), note: t('operations.untilNote.none') },
    todo: { answer: t('operations.dispute.nothing'), note },
  }
}
