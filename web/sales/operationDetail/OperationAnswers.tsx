import { Fragment, type ReactNode } from 'react'
import type { Operation } from '#contract/sales/operations'
import { answers } from '#domain/sales/operations/lifecycle'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Answer } from '../../platform/ui/figures/Answer.tsx'
import { AnswersCard } from '../../platform/ui/figures/AnswersCard.tsx'
import { DeadlineRing } from '../../platform/ui/figures/DeadlineRing.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { deadlineOf, type OperationDeadline } from '../operationStatus/deadlineOf.ts'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { leftText, whenText } from '../operationStatus/operationText.ts'
import { answerLinks } from './answerLinks.ts'
import { nothingWasPaid } from './answerText.ts'
import { CustomerSentence } from './CustomerSentence.tsx'
import { useDisputeAnswer } from './useDisputeAnswer.ts'
import { daysUntil, timeLeft } from '../operationStatus/timeLeft.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** The four answers about an operation: whose turn it is, the deadline, the next actions, and a sentence for the customer. */
export function OperationAnswers({ operation, now }: { operation: Operation; now: Date }) {
  const answered = answers(factsOf(operation))
  const isOver = nothingWasPaid(operation) // nobody owes anything, and nothing is awaited
  const { row } = answered
  const { who, deadline: kind } = isOver ? { who: 'nobody' as const, deadline: null } : answered
  const deadline = deadlineOf(operation, now)
  const dispute = useDisputeAnswer(operation, now)
  const mine = dispute ? dispute.mine : who === 'merchant' || deadline?.kind === 'capture'
  return (
    <div className="pt-5">
      <h2 className="sr-only">{t('operations.detail.answers')}</h2>
      <AnswersCard layout="status" tone={mine ? 'urgent' : 'calm'} label={t('operations.detail.answers')}>
        <Answer question={t('operations.detail.who')} answer={dispute?.who.answer ?? t(`operations.who.${who}`)}>
          {dispute?.who.note ?? t(isOver ? 'operations.answer.payment_suspended.cancelled.nothing.who' : `operations.answer.${row}.who`)}
        </Answer>
        <Answer question={t('operations.detail.until')} {...(dispute ? { answer: dispute.until.answer } : untilAnswer(deadline, now))}>
          {dispute?.until.note ?? untilNote(operation, deadline, kind, now)}
        </Answer>
        <Answer wide question={t('operations.detail.do')} answer={dispute?.todo.answer ?? t(`operations.answer.${row}.do`)}>
          {dispute?.todo.note ?? t(`operations.answer.${row}.doNote`)}{' '}
          <AvailableActions operation={operation} now={now} disputed={dispute !== null} />
        </Answer>
        <Answer wide outgoing question={t('operations.detail.say')}>
          <CustomerSentence operation={operation} now={now} />
        </Answer>
      </AnswersCard>
    </div>
  )
}

function untilAnswer(deadline: OperationDeadline | null, now: Date): { answer: ReactNode; icon?: ReactNode } {
  if (deadline?.on) return { answer: date(deadline.on) }
  if (!deadline?.at) return { answer: t('operations.detail.noDeadline') }
  const words = whenText(deadline.at, now)
  if (!deadline.tone) return { answer: words }
  const ink = deadline.tone === 'now' ? 'text-danger-ink' : 'text-in-process-ink'
  return { answer: <span className={ink}>{words}</span>, icon: <DeadlineRing tone={deadline.tone} left={deadline.left} size={16} /> }
}

function untilNote(
  operation: Operation,
  deadline: OperationDeadline | null,
  kind: ReturnType<typeof answers>['deadline'],
  now: Date,
): string {
  if (deadline?.at) {
    const left = leftText(timeLeft(deadline.at, now))
    const what = deadline.kind === 'dispute' ? 'disputeAnswer' : deadline.kind
    const note =
      what === 'link' || what === 'consent' || what === 'challenge' || what === 'confirm' || what === 'capture' || what === 'disputeAnswer'
        ? t(`operations.untilNote.${what}`)
        : ''
    return deadline.tone ? `${left.charAt(0).toUpperCase()}${left.slice(1)}. ${note}` : note
  }
  if (deadline?.on) {
    const days = daysUntil(deadline.on, now)
    if (days < 0) return t('operations.untilNote.instalmentLate')
    return days === 0 ? t('operations.untilNote.instalmentToday') : t('operations.untilNote.instalmentIn', { count: days })
  }
  if (kind === 'money_back' || kind === 'review' || kind === 'repayment') return t(`operations.untilNote.${kind}`)
  return t(kind === 'instalment' && operation.nextDueOn === null ? 'operations.untilNote.instalment' : 'operations.untilNote.none')
}

/** The actions that the member may take now, as links; documents for a dispute are sent with its evidence. */
function AvailableActions({ operation, now, disputed }: { operation: Operation; now: Date; disputed: boolean }) {
  const { merchantId, may, flag, disabled } = useMerchant()
  const links = answerLinks(operation, { merchantId, may, flag, disabled, now })
  return links
    .filter(({ action }) => !disputed || action !== 'upload_documents')
    .map(({ action, words, href }, nth) => (
      <Fragment key={action}>
        {nth > 0 && ' · '}
        <Anchor className={linkClass} href={href}>
          {words}
        </Anchor>
      </Fragment>
    ))
}
