import { useState } from 'react'
import { consoleDecisionAnswer, type WaitingDecision } from '#contract/provider/decisions'
import { showToast } from '../../platform/feedback/toasts.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { go } from '../frame/address.ts'
import { isIdentityReview } from './decisionText.ts'

const fewestLetters = 3

/** Accepts or refuses with a reason; the list follows. When somebody was faster, it says what they decided. */
export function VerdictForm({ decision: { id, amount, rule } }: { decision: WaitingDecision }) {
  const isIdentity = isIdentityReview(rule)
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState<'accept' | 'refuse' | null>(null)
  const answer = useConsoleWrite(consoleDecisionAnswer, {
    onDone: () => {
      showToast(t(sent === 'refuse' ? 'decisions.refused' : isIdentity ? 'decisions.identity.accepted' : 'decisions.accepted'))
      go('/console/decisions')
    },
  })
  const isShort = reason.trim().length < fewestLetters
  const decide = (verdict: 'accept' | 'refuse') => {
    setSent(verdict)
    if (isShort) return document.getElementById('verdict-reason')?.focus()
    answer.send({ params: { decisionId: id }, body: { verdict, reason: reason.trim() } })
  }
  return (
    <section className="mt-8 max-w-[720px] rounded-4 border border-line px-5 py-4.5">
      <h2 className="pb-3 text-title-sm font-strong">{t('decisions.section.verdict')}</h2>
      <Field
        id="verdict-reason"
        label={t('decisions.reason')}
        help={t('decisions.reason.help')}
        error={sent !== null && isShort ? t('decisions.reason.short') : answer.fieldProblem('reason')}
        required
      >
        <Textarea rows={2} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {answer.problem && (
        <div className="mt-4">
          <ErrorBanner>{answer.problem}</ErrorBanner>
        </div>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button busy={answer.busy && sent === 'refuse'} busyLabel={t('shell.sending')} onClick={() => decide('refuse')}>
          {t(isIdentity ? 'decisions.identity.refuse' : 'decisions.refuse')}
        </Button>
        <Button variant="filled" busy={answer.busy && sent === 'accept'} busyLabel={t('shell.sending')} onClick={() => decide('accept')}>
          {isIdentity ? t('decisions.identity.accept') : t('decisions.accept', { amount: money(amount) })}
        </Button>
      </div>
    </section>
  )
}
