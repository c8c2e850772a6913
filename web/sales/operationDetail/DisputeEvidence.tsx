import { useState } from 'react'
import { type Dispute, disputeAnswer } from '#contract/sales/disputes'
import { MAX_EVIDENCE_TEXT } from '#domain/money/cardDispute'
import { write } from '../../platform/api/write.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useSend } from '../../platform/requests/useSend.ts'
import { keepDraft, readDraft, removeDraft } from '../../platform/session/drafts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { useRefreshDisputes } from './useRefreshDisputes.ts'

/** The shop's account of what happened; what is typed is kept until it was sent. */
export function DisputeEvidence({ dispute, operationId }: { dispute: Dispute; operationId: string }) {
  const { merchantId } = useMerchant()
  const refresh = useRefreshDisputes()
  const draft = `dispute:${dispute.id}`
  const [text, setText] = useState(() => String(readDraft(draft) ?? dispute.text))
  const isAgain = dispute.answer === 'evidence'
  const { busy, error, submit } = useSend(async (body: { text: string }, key) => {
    await write(disputeAnswer, { params: { merchantId, operationId, disputeId: dispute.id }, body, key })
    removeDraft(draft)
    showToast(t('disputes.done'))
    await refresh()
  })
  return (
    <Form className="grid gap-3" onSubmit={() => submit({ text: text.trim() })}>
      <Field label={t('disputes.text')} help={t('disputes.text.hint')}>
        <Textarea
          rows={5}
          maxLength={MAX_EVIDENCE_TEXT}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            keepDraft(draft, event.target.value)
          }}
        />
      </Field>
      <SendProblem error={error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="filled" type="submit" busy={busy} busyLabel={t('disputes.send.busy')}>
          {t(isAgain ? 'disputes.send.again' : 'disputes.send')}
        </Button>
        {isAgain && <p className="min-w-0 flex-1 text-sm text-ink-3">{t('disputes.sent')}</p>}
      </div>
    </Form>
  )
}
