import type { Iban } from '#contract/merchants/ibans'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Answer } from '../../platform/ui/figures/Answer.tsx'
import { AnswersCard } from '../../platform/ui/figures/AnswersCard.tsx'
import type { ChangeStep } from './changeStep.ts'

type ChangeAnswersProps = { change: Iban; present: Iban | null; step: ChangeStep }

/** What a change waits for, until when, and where payouts go meanwhile. */
export function ChangeAnswers({ change, present, step }: ChangeAnswersProps) {
  const mine = step === 'confirm' || step === 'approve'
  const requester = change.requestedBy?.name ?? t('bankAccounts.somebody')
  return (
    <AnswersCard layout="error" tone={mine ? 'urgent' : 'calm'} label={t('bankAccounts.running')}>
      <Answer question={t('bankAccounts.question.now')} answer={t(`bankAccounts.step.${step}`, { name: requester })}>
        {t(`bankAccounts.step.${step}.detail`, { name: requester })}
      </Answer>
      <Answer question={t('bankAccounts.question.until')} answer={untilText(change)}>
        {change.status === 'pending_review' && t('bankAccounts.until.reviewDetail')}
      </Answer>
      <Answer
        question={t('bankAccounts.question.meanwhile')}
        answer={present === null ? t('bankAccounts.meanwhile.nowhere') : present.iban}
      >
        {t(change.paymentsPaused ? 'bankAccounts.meanwhile.paused' : 'bankAccounts.meanwhile.detail')}
      </Answer>
    </AnswersCard>
  )
}

function untilText({ status, effectiveFrom }: Iban): string {
  if (status === 'unconfirmed') return t('bankAccounts.until.confirmed')
  if (status === 'pending_review' || effectiveFrom === null) return t('bankAccounts.until.review')
  return dateTime(effectiveFrom)
}
