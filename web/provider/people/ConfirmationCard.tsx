import { joinTexts } from '#domain/platform/direction'
import { useState } from 'react'
import { staffConfirmationConfirm, staffConfirmationDecline, staffConfirmationWithdraw } from '#contract/provider/confirmations'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { ChangeTable } from '../frame/ChangeTable.tsx'
import type { Confirmation } from './staffMember.ts'

type ConfirmationCardProps = {
  confirmation: Confirmation
  /** The member of staff whose access it changes. */
  person: string | null
}

/** One change that waits: what it makes of what, who requested it and until when, and the decision of this person. */
export function ConfirmationCard({ confirmation, person }: ConfirmationCardProps) {
  const { id, action, entity, account, merchant, before, after, requestedBy, requestedAt, expiresAt, own, decidable } = confirmation
  const subjects = [person, merchant?.name, account?.name].filter((name) => typeof name === 'string')
  const title = joinTexts([action, ...subjects], ' · ')
  const [declining, setDeclining] = useState(false)
  const params = { confirmationId: id }
  const confirm = useConsoleWrite(staffConfirmationConfirm, { done: t('people.confirmation.done') })
  const withdraw = useConsoleWrite(staffConfirmationWithdraw, { done: t('people.confirmation.withdrew') })
  const problem = confirm.problem ?? withdraw.problem
  return (
    <article aria-labelledby={`confirmation-${id}`} className="rounded-4 border border-line px-5 py-4">
      <h2 id={`confirmation-${id}`} className="font-strong">
        {title}
      </h2>
      <p className="mt-0.5 mb-3 text-md text-ink-3">
        {t('people.confirmation.who', { name: requestedBy.name, at: nearTime(requestedAt), until: nearTime(expiresAt) })}
      </p>
      <ChangeTable label={title} entity={entity} before={before} after={after} />
      {problem && (
        <div className="mt-3">
          <ErrorBanner>{problem}</ErrorBanner>
        </div>
      )}
      {declining ? (
        <DeclineForm confirmationId={id} onBack={() => setDeclining(false)} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          {decidable && (
            <>
              <Button variant="filled" busy={confirm.busy} busyLabel={t('shell.sending')} onClick={() => confirm.send({ params })}>
                {t('people.confirmation.confirm')}
              </Button>
              <Button onClick={() => setDeclining(true)}>{t('people.confirmation.decline')}</Button>
            </>
          )}
          {own && (
            <>
              <Button busy={withdraw.busy} busyLabel={t('shell.sending')} onClick={() => withdraw.send({ params })}>
                {t('people.confirmation.withdraw')}
              </Button>
              <p className="text-md text-ink-3">{t('people.confirmation.yours')}</p>
            </>
          )}
          {!own && !decidable && <p className="text-md text-ink-3">{t('people.confirmation.others')}</p>}
        </div>
      )}
    </article>
  )
}

function DeclineForm({ confirmationId, onBack }: { confirmationId: string; onBack: () => void }) {
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState(false)
  const decline = useConsoleWrite(staffConfirmationDecline, { done: t('people.confirmation.declinedDone') })
  const submit = () => {
    setSent(true)
    if (reason.trim() !== '') decline.send({ params: { confirmationId }, body: { reason: reason.trim() } })
  }
  return (
    <Form className="mt-4 grid gap-3" onSubmit={submit}>
      <Field
        label={t('people.confirmation.why')}
        help={t('people.confirmation.whyHelp')}
        error={sent && reason.trim() === '' ? t('errors.field.required') : decline.fieldProblem('reason')}
        required
      >
        <TextInput autoFocus maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {decline.problem && <ErrorBanner>{decline.problem}</ErrorBanner>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="filled" busy={decline.busy} busyLabel={t('shell.sending')}>
          {t('people.confirmation.decline')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('shell.back')}
        </Button>
      </div>
    </Form>
  )
}
